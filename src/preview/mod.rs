//! The preview: a page on 127.0.0.1 that shows a report while its document and its templates are
//! being written.
//!
//! One thread sees what changes on disk and renders ([`watch`], and what the command gives to
//! [`serve`]); another one answers the browser ([`server`]). Between them stands what is shown
//! ([`shown`]), which is made anew at every change and never changed. Who may ask is decided before
//! anything is answered ([`guard`]).

mod browser;
mod guard;
mod pages;
mod provenance;
mod server;
mod shown;
mod watch;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync;

pub(crate) use browser::open;
pub(crate) use guard::Token;
pub(crate) use shown::{Choice, Choices, Fault, Finding, Good, SampleKind, SectionRow, Shown};
pub(crate) use watch::Watched;

use server::Server;
use watch::Event;

/// Why a page could not be served.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// Nobody could be told that it is ready.
    Unready(io::Error),
    /// The files cannot be watched.
    Unwatched(notify::Error),
    /// The operating system did not give what it takes.
    System(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::System(error)
    }
}

/// A page that is ready to be served.
pub(crate) struct Preview {
    listener: TcpListener,
    port: u16,
    token: Token,
}

impl Preview {
    /// Takes the port; 0 takes a free one.
    ///
    /// # Errors
    ///
    /// When the port is taken, or there is no token to be had.
    pub(crate) fn bind(port: u16) -> io::Result<Preview> {
        let token = Token::random()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        // The runtime asks for it.
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Preview { listener, port, token })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Serves the page until the process is interrupted.
    ///
    /// `look` is called at every change, and with every choice that is made in the page; it gives
    /// what is shown from then on, or nothing where that is the same. `ready` is called once, when
    /// the page can be asked for.
    ///
    /// # Errors
    ///
    /// What `ready` answers, and when the operating system gives no more threads, signals or watches.
    pub(crate) fn serve(
        self,
        first: Shown,
        watched: Watched,
        mut look: impl FnMut(Option<Choice>) -> Option<Shown> + Send + 'static,
        ready: impl FnOnce() -> io::Result<()>,
    ) -> Result<(), Trouble> {
        let (show, shown) = sync::watch::channel(Arc::new(first));
        let (events, seen) = mpsc::channel();
        let watcher = watch::Watcher::start(watched, events.clone());
        let mut watcher = watcher.map_err(Trouble::Unwatched)?;
        thread::Builder::new().name("render".to_owned()).spawn(move || {
            while let Some(change) = watch::next(&seen) {
                if change.places_moved {
                    watcher.renew();
                }
                if let Some(new) = look(change.choice) {
                    show.send_replace(Arc::new(new));
                }
            }
        })?;
        let choose = move |choice| drop(events.send(Event::Choice(choice)));
        let server = Server::new(self.token, self.port, shown, choose);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let interrupted = tokio::spawn(tokio::signal::ctrl_c());
            let served = tokio::spawn(server.serve(listener));
            // Both have to be listening before anybody is told.
            tokio::task::yield_now().await;
            ready().map_err(Trouble::Unready)?;
            tokio::select! {
                ended = interrupted => ended.map_err(io::Error::from)??,
                ended = served => ended.map_err(io::Error::from)??,
            }
            Ok(())
        })
    }
}
