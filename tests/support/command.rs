//! Running the command.
#![allow(dead_code, reason = "every test uses its part")]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use tempfile::{TempDir, tempdir};

/// A call of the command that is still to be made.
pub struct Call(pub Command, Vec<u8>);

#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

thread_local! {
    /// Each test has a thread, and a cache directory of its own that goes with it.
    static CACHE: TempDir = tempdir().unwrap();
}

/// Where the command keeps its records in this test.
pub fn cache() -> PathBuf {
    CACHE.with(|cache| cache.path().to_path_buf())
}

/// A command that keeps no records anywhere else.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("XDG_CACHE_HOME", cache());
    command
}

/// A call of the command with these arguments.
pub fn run(args: &[&str]) -> Call {
    let mut command = command(env!("CARGO_BIN_EXE_final-report"));
    command.args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Call(command, Vec::new())
}

impl Call {
    pub fn in_folder(mut self, folder: &TempDir) -> Call {
        self.0.current_dir(folder.path());
        self
    }

    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Call {
        self.1 = bytes.into();
        self
    }

    pub fn end(mut self) -> Run {
        let mut child = self.0.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A command that reads no standard input closes the pipe, and is right to.
        let writer = thread::spawn(move || drop(stdin.write_all(&self.1)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        Run { code: output.status.code().expect("no signal ended it"), stdout, stderr }
    }
}

impl Run {
    /// The standard output of a call that went well and had nothing to say about it.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{self:#?}");
        self.stdout
    }

    /// Neither stream holds what acts on a terminal.
    #[track_caller]
    pub fn assert_harmless(&self) {
        for c in self.stdout.chars().chain(self.stderr.chars()) {
            assert!(c == '\n' || !c.is_control(), "{c:?} in {self:#?}");
        }
    }
}

/// A folder with these files, the names relative to it.
pub fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}
