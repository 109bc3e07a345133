//! Answers the browser.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::sync::watch::Receiver;

use super::guard::{Guard, Token};
use super::pages;
use super::provenance::{Origin, Stretch};
use super::shown::{Choice, Choices, Fault, Finding, SectionRow, Shown};

/// What may stand in the page itself: its own files, and reports in a frame.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'none'";

/// What may stand in a report: its style. Its own policy, which is stricter, holds as well.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin";

/// How long the choice of a sample may be.
const LONGEST_CHOICE: usize = 1024;

/// The answers to the browser's requests.
pub(super) struct Server {
    guard: Guard,
    shown: Receiver<Arc<Shown>>,
    choose: Box<dyn Fn(Choice) + Send + Sync>,
}

impl Server {
    pub(super) fn new(
        token: Token,
        port: u16,
        shown: Receiver<Arc<Shown>>,
        choose: impl Fn(Choice) + Send + Sync + 'static,
    ) -> Server {
        Server { guard: Guard::new(token, port), shown, choose: Box::new(choose) }
    }

    /// Serves until it is dropped.
    pub(super) async fn serve(self, listener: TcpListener) -> io::Result<()> {
        let server = Arc::new(self);
        let routes = Router::new()
            .route("/{token}/", get(async || page("text/html; charset=utf-8", pages::PAGE)))
            .route("/{token}/preview.css", get(async || page("text/css", pages::STYLE)))
            .route("/{token}/preview.js", get(async || page("text/javascript", pages::SCRIPT)))
            .route("/{token}/icon.svg", get(async || page("image/svg+xml", pages::ICON)))
            .route("/{token}/state", get(state))
            .route("/{token}/events", get(events))
            .route("/{token}/report/{generation}", get(report))
            .route("/{token}/origin/{generation}/{stretch}", get(origin))
            .route("/{token}/choice", post(choice))
            .layer(DefaultBodyLimit::max(LONGEST_CHOICE))
            .layer(middleware::from_fn_with_state(server.clone(), guarded))
            .with_state(server);
        axum::serve(listener, routes).await
    }

    fn shown(&self) -> Arc<Shown> {
        self.shown.borrow().clone()
    }
}

type Asked = State<Arc<Server>>;

/// Answers only whom the guard lets in, and says with every answer what a browser may do with it.
async fn guarded(State(server): Asked, request: Request, next: Next) -> Response {
    let mut response = match server.guard.check(request.uri().path(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(status) => status.into_response(),
    };
    let headers = response.headers_mut();
    let always = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = header::CONTENT_SECURITY_POLICY;
    headers.entry(policy).or_insert(HeaderValue::from_static(PAGE_POLICY));
    response
}

fn page(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => ([(header::CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Everything that the page shows beside the report.
#[derive(Serialize)]
struct Seen<'s> {
    generation: u64,
    name: &'s str,
    kind: &'s str,
    choices: Option<&'s Choices>,
    /// The generation of the last good report.
    report: Option<u64>,
    markdown: Option<&'s str>,
    sections: &'s [SectionRow],
    findings: &'s [Finding],
    notices: &'s [String],
    fault: Option<&'s Fault>,
}

async fn state(State(server): Asked) -> Response {
    let shown = server.shown();
    let good = shown.good.as_deref();
    json(&Seen {
        generation: shown.generation,
        name: &shown.name,
        kind: shown.kind,
        choices: shown.choices.as_ref(),
        report: good.map(|good| good.generation),
        markdown: good.map(|good| good.traced.report.markdown.as_str()),
        sections: &shown.sections,
        findings: &shown.findings,
        notices: &shown.notices,
        fault: shown.fault.as_ref(),
    })
}

/// The generation that is shown, at once and at every change.
async fn events(State(server): Asked) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut shown = server.shown.clone();
    shown.mark_changed();
    let changes = unfold(shown, async |mut shown| {
        shown.changed().await.ok()?;
        let generation = shown.borrow_and_update().generation;
        Some((Ok(Event::default().data(generation.to_string())), shown))
    });
    Sse::new(changes).keep_alive(KeepAlive::default())
}

/// The last good report, whichever is asked for: an older one is gone, and the page is about to hear
/// of the newer.
async fn report(State(server): Asked) -> Response {
    let shown = server.shown();
    let Some(good) = &shown.good else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    (headers, Body::from(good.page.clone())).into_response()
}

/// Where a part of the last good report comes from; `null` where no template has written it, or the
/// report is an older one. Neither is a mistake that a browser should complain about.
async fn origin(
    State(server): Asked,
    Path((_, generation, stretch)): Path<(String, u64, Stretch)>,
) -> Response {
    let shown = server.shown();
    let good = shown.good.as_deref().filter(|good| good.generation == generation);
    json(&good.and_then(|good| Origin::of(good, stretch, &shown.sections)))
}

async fn choice(State(server): Asked, body: Bytes) -> StatusCode {
    match serde_json::from_slice(&body) {
        Ok(choice) => {
            (server.choose)(choice);
            StatusCode::NO_CONTENT
        }
        Err(_) => StatusCode::BAD_REQUEST,
    }
}
