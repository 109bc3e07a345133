//! The command `final-report`: arguments in, exit code out.

mod cli;
mod preview;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
