//! Work on many items on all cores, with results in the order of the items.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// How many items may be in flight for each worker: enough to keep all of them busy while one item
/// takes long, few enough to bound memory.
const AHEAD: usize = 4;

struct Queue<I, R> {
    items: I,
    /// The number of the item that is taken next, and of the result that is given next.
    taken: usize,
    given: usize,
    results: BTreeMap<usize, R>,
    /// How many items there are, once that is known.
    total: Option<usize>,
    stopped: bool,
}

/// Calls `work` with every item, on all cores, and `give` with every result, in the order of the
/// items. An error of `give` ends the work.
///
/// # Errors
///
/// The first error of `give`.
pub(super) fn in_order<T, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut give: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        return items.map(work).try_for_each(give);
    }
    let results = BTreeMap::new();
    let queue = Queue { items, taken: 0, given: 0, results, total: None, stopped: false };
    let queue = Mutex::new(queue);
    let (room, ready) = (Condvar::new(), Condvar::new());
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = || {
        loop {
            let (number, item) = {
                let mut queue = lock();
                while queue.total.is_none()
                    && !queue.stopped
                    && queue.taken - queue.given >= cores * AHEAD
                {
                    queue = room.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
                if queue.total.is_some() || queue.stopped {
                    return;
                }
                let Some(item) = queue.items.next() else {
                    queue.total = Some(queue.taken);
                    room.notify_all();
                    ready.notify_one();
                    return;
                };
                queue.taken += 1;
                (queue.taken - 1, item)
            };
            let result = work(item);
            lock().results.insert(number, result);
            ready.notify_one();
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(worker);
        }
        loop {
            let mut queue = lock();
            let given = queue.given;
            let result = loop {
                if let Some(result) = queue.results.remove(&given) {
                    break result;
                }
                if queue.total == Some(given) {
                    return Ok(());
                }
                queue = ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
            };
            queue.given += 1;
            drop(queue);
            room.notify_one();
            if let Err(error) = give(result) {
                lock().stopped = true;
                room.notify_all();
                return Err(error);
            }
        }
    })
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
