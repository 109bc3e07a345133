//! The command `final-report`: arguments in, exit code out.

mod cli;
mod preview;

use std::process::ExitCode;

/// A report is thousands of small texts: a fifth of the time went into allocating them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
