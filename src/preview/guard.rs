//! Who may ask: a page that this program has written, in a browser on this machine, whose address
//! holds the token.
//!
//! Any page that a person visits can send requests to 127.0.0.1, and a name can be made to lead
//! there. The `Host` tells which name was asked for, the `Origin` who asks.

use std::fmt;
use std::io;

use axum::http::{HeaderMap, StatusCode, header};

/// 128 random bits that the address of the page holds, in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A token that nobody can guess.
    ///
    /// # Errors
    ///
    /// When the operating system has no random numbers to give.
    pub(crate) fn random() -> io::Result<Token> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Is this the token? Takes as long whatever is asked, so that its time tells nothing.
    fn is(&self, asked: &str) -> bool {
        let (own, asked) = (self.0.as_bytes(), asked.as_bytes());
        let differing = own.iter().zip(asked).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == asked.len() && differing == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a request has to have.
#[derive(Debug)]
pub(super) struct Guard {
    token: Token,
    hosts: [String; 2],
    origins: [String; 2],
}

impl Guard {
    pub(super) fn new(token: Token, port: u16) -> Guard {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        let origins = hosts.clone().map(|host| format!("http://{host}"));
        Guard { token, hosts, origins }
    }

    /// Lets a request for `path` in, or says what to answer instead.
    pub(super) fn check(&self, path: &str, headers: &HeaderMap) -> Result<(), StatusCode> {
        let is_one = |name, known: &[String]| {
            let mut values = headers.get_all(name).into_iter();
            let only = values.next().filter(|_| values.next().is_none());
            only.is_some_and(|value| known.iter().any(|one| value.as_bytes() == one.as_bytes()))
        };
        if !is_one(header::HOST, &self.hosts) {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        if headers.contains_key(header::ORIGIN) && !is_one(header::ORIGIN, &self.origins) {
            return Err(StatusCode::FORBIDDEN);
        }
        let asked = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        if self.token.is(asked) { Ok(()) } else { Err(StatusCode::NOT_FOUND) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_pages_are_answered() {
        let token = Token::random().unwrap();
        assert_ne!(token, Token::random().unwrap());
        assert_eq!(token.to_string().len(), 32);
        let guard = Guard::new(token.clone(), 80);
        let check = |path: &str, headers: &[(header::HeaderName, &str)]| {
            let headers =
                headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap()));
            guard.check(path, &headers.collect()).map_err(|status| status.as_u16())
        };
        let (path, host, origin) = (format!("/{token}/state"), header::HOST, header::ORIGIN);
        let own = (host.clone(), "127.0.0.1:80");
        assert_eq!(check(&path, std::slice::from_ref(&own)), Ok(()));
        assert_eq!(check(&path, &[(host.clone(), "localhost:80")]), Ok(()));
        assert_eq!(check(&path, &[own.clone(), (origin.clone(), "http://127.0.0.1:80")]), Ok(()));
        for wrong in
            ["evil.example:80", "127.0.0.1", "127.0.0.1:81", "127.0.0.1:80.evil.example", ""]
        {
            assert_eq!(check(&path, &[(host.clone(), wrong)]), Err(421), "{wrong}");
        }
        assert_eq!(check(&path, &[]), Err(421));
        for wrong in ["http://evil.example", "null", "https://127.0.0.1:80", "http://127.0.0.1:81"]
        {
            assert_eq!(check(&path, &[own.clone(), (origin.clone(), wrong)]), Err(403), "{wrong}");
        }
        let half = &token.to_string()[..31];
        for wrong in ["", half, &format!("{half}g"), &format!("{token}0"), "state"] {
            assert_eq!(
                check(&format!("/{wrong}/"), std::slice::from_ref(&own)),
                Err(404),
                "{wrong}"
            );
        }
    }
}
