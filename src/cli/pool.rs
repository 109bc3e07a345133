//! Work on many items on all cores, with results in the order of the items.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many items may be in flight for each worker: enough to keep all of them busy while one item
/// takes long, few enough to bound memory.
const AHEAD: usize = 4;

struct Items<I> {
    items: I,
    /// The number of the item that is taken next.
    taken: usize,
}

struct Results<R, E, G> {
    give: G,
    /// The number of the result that is given next.
    given: usize,
    /// Results that came before their turn.
    waiting: BTreeMap<usize, R>,
    outcome: Result<(), E>,
}

impl<R, E, G: FnMut(R) -> Result<(), E>> Results<R, E, G> {
    /// Gives this result, and those that have waited for it, once it is their turn.
    fn add(&mut self, number: usize, result: R) {
        self.waiting.insert(number, result);
        while self.outcome.is_ok()
            && let Some(result) = self.waiting.remove(&self.given)
        {
            self.given += 1;
            self.outcome = (self.give)(result);
        }
    }
}

/// Calls `work` with every item, on all cores, and `give` with every result, in the order of the
/// items, on whichever core has the one whose turn it is. An error of `give` ends the work.
///
/// # Errors
///
/// The first error of `give`.
pub(super) fn in_order<T, R: Send, E: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    give: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        return items.map(work).try_for_each(give);
    }
    let items = Mutex::new(Items { items: items.fuse(), taken: 0 });
    let results = Results { give, given: 0, waiting: BTreeMap::new(), outcome: Ok(()) };
    let (results, room) = (Mutex::new(results), Condvar::new());
    let next = || {
        let mut items = lock(&items);
        let full = |results: &mut Results<_, _, _>| {
            results.outcome.is_ok() && items.taken - results.given >= cores * AHEAD
        };
        let results = room.wait_while(lock(&results), full);
        if results.unwrap_or_else(PoisonError::into_inner).outcome.is_err() {
            return None;
        }
        let item = items.items.next()?;
        items.taken += 1;
        Some((items.taken - 1, item))
    };
    let worker = || {
        while let Some((number, item)) = next() {
            let result = work(item);
            lock(&results).add(number, result);
            room.notify_one();
        }
    };
    thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(worker);
        }
        worker();
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
}

/// What a mutex guards, even if a thread has panicked with it: the panic is told when that is joined.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let mut given = Vec::new();
        let slow_at_first = |n: u64| {
            thread::sleep(std::time::Duration::from_micros(500_u64.saturating_sub(n)));
            n
        };
        let done: Result<(), Infallible> = in_order(0..1000, slow_at_first, |n| {
            given.push(n);
            Ok(())
        });
        assert!(done.is_ok() && given.into_iter().eq(0..1000));
    }

    #[test]
    fn no_more_items_are_in_flight_than_the_workers_need() {
        let taken = AtomicUsize::new(0);
        let items = (0..500).inspect(|_| {
            taken.fetch_add(1, Ordering::SeqCst);
        });
        let mut given = 0;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let done: Result<(), Infallible> = in_order(
            items,
            |n| n,
            |_| {
                given += 1;
                thread::sleep(std::time::Duration::from_micros(50));
                assert!(taken.load(Ordering::SeqCst) <= given + cores * AHEAD);
                Ok(())
            },
        );
        assert!(done.is_ok());
        assert_eq!(given, 500);
    }

    #[test]
    fn an_error_ends_the_work() {
        let worked = AtomicUsize::new(0);
        let work = |n: usize| worked.fetch_add(1, Ordering::SeqCst) + n;
        let done = in_order(0..1_000_000, work, |_| Err("closed"));
        assert_eq!(done, Err("closed"));
        assert!(worked.load(Ordering::SeqCst) < 1_000_000);
    }

    #[test]
    fn no_items_are_no_work() {
        let none = std::iter::empty::<()>();
        assert_eq!(in_order(none, |()| (), |()| Err::<(), _>("called")), Ok(()));
    }
}
