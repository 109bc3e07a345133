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

    /// One more is done; `say` prints what there is to say about it, without the bar in the way.
    pub(super) fn step<R>(&self, say: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(bar) if !bar.is_hidden() => {
                bar.inc(1);
                bar.suspend(say)
            }
            _ => say(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
