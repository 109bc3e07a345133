//! The browser of the person.

use std::io;
use std::process::{Command, Stdio};

/// Opens an address in the browser that the system knows.
///
/// # Errors
///
/// When the system has no program for that.
pub(crate) fn open(address: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(target_os = "windows") {
        // Unlike `start`, it is a program, and no shell reads the address.
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // It may stay for as long as the browser does; nobody has to wait for it but this thread.
    std::thread::spawn(move || child.wait());
    Ok(())
}
