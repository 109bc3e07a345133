//! A progress bar on standard error: on a terminal, and for many documents.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// From how many documents on a bar is worth looking at.
const MANY: usize = 30;

/// Takes the bar away when it is dropped.
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(super) fn new(len: usize) -> Progress {
        if len < MANY {
            return Progress(None);
        }
        let bar = ProgressBar::with_draw_target(Some(len as u64), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:40} {pos} of {len}");
        Progress(Some(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))))
    }

    /// One more is done; `say` prints what there is to say about it. Where that is anything, the bar
    /// is out of its way.
    pub(super) fn step<R>(&self, is_quiet: bool, say: impl FnOnce() -> R) -> R {
        let Some(bar) = self.0.as_ref().filter(|bar| !bar.is_hidden()) else { return say() };
        bar.inc(1);
        if is_quiet { say() } else { bar.suspend(say) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
