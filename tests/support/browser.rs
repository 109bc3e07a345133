//! A real browser, driven over WebDriver: Chromium by its ChromeDriver.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

/// A browser with one window and a folder of its own.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: TempDir,
}

impl Browser {
    /// Starts a browser; `None`, and a word about it, where there is none. CI has to have one.
    #[allow(clippy::print_stdout, reason = "who runs the tests has to know what was skipped")]
    pub fn start() -> Option<Browser> {
        let spawned = Command::new("chromedriver")
            .args(["--port=0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = match spawned {
            Ok(driver) => driver,
            Err(error) => {
                let ci = std::env::var("CI").is_ok_and(|value| value == "true");
                assert!(!ci, "CI needs chromium and chromedriver: {error}");
                println!("skipped: no chromedriver ({error})");
                return None;
            }
        };
        let said = BufReader::new(driver.stdout.take().unwrap());
        let mut lines = said.lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            line.strip_suffix('.')?.split_once("successfully on port ")?.1.parse().ok()
        });
        let port = port.expect("ChromeDriver tells its port");
        // Nobody else reads what it has to say; a full pipe would stop it.
        thread::spawn(move || lines.for_each(drop));
        let mut browser =
            Browser { driver, port, session: String::new(), folder: tempdir().unwrap() };
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--force-prefers-reduced-motion"];
        let answer = browser.call(
            "POST",
            "/session",
            &json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "unhandledPromptBehavior": "accept",
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "goog:chromeOptions": { "args": arguments },
        } } }),
        );
        browser.session = format!("/session/{}", answer["sessionId"].as_str().unwrap());
        let downloads = json!({ "behavior": "allow", "downloadPath": browser.folder.path() });
        browser.devtools("Browser.setDownloadBehavior", &downloads);
        Some(browser)
    }

    /// Opens a page from a file; returns its address.
    pub fn open(&self, html: &str) -> String {
        let path = self.folder.path().join("page.html");
        fs::write(&path, html).unwrap();
        let url = format!("file://{}", path.display());
        self.visit(&url);
        url
    }

    /// Opens the page at an address.
    pub fn visit(&self, url: &str) {
        // What went before is not this page's.
        self.log("browser");
        self.log("performance");
        self.call("POST", &self.path("/url"), &json!({ "url": url }));
    }

    /// Waits until an expression of the page holds.
    #[track_caller]
    pub fn wait(&self, condition: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        while self.run(&format!("return Boolean({condition})")) != true {
            let page = || self.run("return document.body.innerText");
            assert!(Instant::now() < patience, "{condition} never holds: {}", page());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Runs a script in the page; `return` gives its answer.
    pub fn run(&self, script: &str) -> Value {
        let body = json!({ "script": script, "args": [] });
        self.call("POST", &self.path("/execute/sync"), &body)
    }

    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.call("POST", &self.path("/goog/cdp/execute"), &body)
    }

    /// Types on the keyboard, wherever the focus is.
    pub fn press(&self, key: char) {
        let actions = ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key }));
        let body = json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] });
        self.call("POST", &self.path("/actions"), &body);
    }

    /// What the browser complained about since the page was opened.
    pub fn complaints(&self) -> Vec<Value> {
        let entries = self.log("browser");
        let is_bad = |entry: &Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        entries.into_iter().filter(is_bad).collect()
    }

    /// The addresses that were asked for since the page was opened.
    pub fn requests(&self) -> Vec<String> {
        let entries = self.log("performance").into_iter();
        let messages = entries.map(|entry| {
            let text = entry["message"].as_str().unwrap();
            serde_json::from_str::<Value>(text).unwrap()["message"].take()
        });
        messages
            .filter(|message| message["method"] == "Network.requestWillBeSent")
            .map(|message| message["params"]["request"]["url"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The file of this name, once it has been downloaded.
    pub fn downloaded(&self, name: &str) -> Value {
        let path: PathBuf = self.folder.path().join(name);
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(value) = fs::read(&path).ok().and_then(|b| serde_json::from_slice(&b).ok())
            {
                return value;
            }
            assert!(Instant::now() < patience, "{name} is not there");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let log = self.call("POST", &self.path("/se/log"), &json!({ "type": kind }));
        log.as_array().unwrap().clone()
    }

    fn path(&self, end: &str) -> String {
        format!("{}{end}", self.session)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        // ChromeDriver keeps the connection: the answer ends where it says.
        let mut stream = BufReader::new(stream);
        let mut len = 0;
        let mut line = String::new();
        while stream.read_line(&mut line).unwrap() > "\r\n".len() {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                len = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut answer = vec![0; len];
        stream.read_exact(&mut answer).unwrap();
        let mut value = serde_json::from_slice::<Value>(&answer).unwrap()["value"].take();
        assert!(value.get("error").is_none(), "{method} {path}: {value:#}");
        value.take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A failed test drops it too: ending must not panic over it. ChromeDriver takes its browser
        // with it when it is asked to go, and leaves it behind when it is killed.
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        }
        let patience = Instant::now() + Duration::from_secs(5);
        while Instant::now() < patience && !matches!(self.driver.try_wait(), Ok(Some(_))) {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
