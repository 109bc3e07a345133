//! A preview that runs, and what it answers.
#![allow(dead_code, reason = "every test uses its part")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A preview; it ends with the test.
pub struct Preview {
    pub child: Child,
    /// The address that it has printed.
    pub address: String,
}

/// What a request was answered with.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Preview {
    /// Starts a preview of what is in `folder`, at a free port.
    pub fn start(folder: &Path, args: &[&str]) -> Preview {
        Preview::start_with(folder, args, &[])
    }

    /// The same, with these variables in its environment.
    pub fn start_with(folder: &Path, args: &[&str], variables: &[(&str, &str)]) -> Preview {
        let mut child = Command::new(env!("CARGO_BIN_EXE_final-report"))
            .args([&["preview", "--port", "0"], args].concat())
            .current_dir(folder)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let read = BufReader::new(child.stdout.take().unwrap()).read_line(&mut line);
        assert!(read.unwrap() > 0, "{}", said(&mut child));
        Preview { child, address: line.trim_end().to_owned() }
    }

    /// `127.0.0.1` and the port.
    pub fn host(&self) -> &str {
        self.address.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    /// The part of the address that nobody can guess.
    pub fn token(&self) -> &str {
        self.address.trim_end_matches('/').rsplit('/').next().unwrap()
    }

    /// Asks as a browser would that was given the address.
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", &format!("/{}/{path}", self.token()), &[("Host", self.host())])
    }

    /// Sends a request with exactly these headers.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = self.connect();
        let headers: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        write!(stream, "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// What is shown.
    pub fn state(&self) -> Value {
        serde_json::from_str(&self.get("state").body).unwrap()
    }

    /// Waits until what is shown is as wanted.
    #[track_caller]
    pub fn wait(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let state = self.state();
            if wanted(&state) {
                return state;
            }
            assert!(Instant::now() < patience, "{what}: {state:#}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn said(child: &mut Child) -> String {
    let mut said = String::new();
    let _ = child.stderr.take().unwrap().read_to_string(&mut said);
    said
}
