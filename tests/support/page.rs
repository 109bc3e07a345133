//! A page as an HTML parser sees it.

use std::cell::RefCell;

use final_report::{Document, Error, HtmlReport, Renderer};
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use serde_json::Value;

use super::{shown, without_findings};

pub fn try_page(document: &Value) -> Result<HtmlReport, Error> {
    thread_local!(static RENDERER: Renderer = Renderer::new());
    RENDERER.with(|renderer| page_with(renderer, document))
}

/// The page of a document without what its rules found, where those do not stop it.
pub fn try_page_without_findings(document: &Value) -> Result<HtmlReport, Error> {
    thread_local!(static RENDERER: Renderer = Renderer::new().options(without_findings()));
    RENDERER.with(|renderer| page_with(renderer, document))
}

fn page_with(renderer: &Renderer, document: &Value) -> Result<HtmlReport, Error> {
    let bytes = serde_json::to_vec(document).unwrap();
    let document = Document::parse(&bytes).map_err(Error::Invalid)?;
    renderer.html(&document)
}

/// The page of a document, which has to be valid.
pub fn page(document: &Value) -> HtmlReport {
    try_page(document).unwrap_or_else(|error| panic!("{error}"))
}

/// An element as its opening tag has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
}

impl Element {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// What a page is made of.
#[derive(Debug, Default)]
pub struct Seen {
    pub elements: Vec<Element>,
    /// What a reader sees, hidden characters named.
    pub text: String,
    /// The contents of script elements.
    pub scripts: Vec<String>,
    /// The contents of style elements.
    pub styles: Vec<String>,
}

impl Seen {
    pub fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Element> {
        self.elements.iter().filter(move |element| element.name == name)
    }
}

#[derive(Default)]
struct Sink {
    seen: RefCell<Seen>,
    inside: RefCell<String>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut seen = self.seen.borrow_mut();
        match token {
            TagToken(Tag { kind: StartTag, name, attrs, .. }) => {
                let attributes =
                    attrs.iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
                seen.elements.push(Element { name: name.to_string(), attributes });
                if &*name == "br" {
                    seen.text.push('\n');
                }
                match &*name {
                    "script" => seen.scripts.push(String::new()),
                    "style" => seen.styles.push(String::new()),
                    _ => {}
                }
                *self.inside.borrow_mut() = name.to_string();
                // What a tree builder would tell the tokenizer.
                return match &*name {
                    "script" => TokenSinkResult::RawData(ScriptData),
                    "style" => TokenSinkResult::RawData(Rawtext),
                    "title" if seen.all("svg").next().is_none() => TokenSinkResult::RawData(Rcdata),
                    "textarea" => TokenSinkResult::RawData(Rcdata),
                    _ => TokenSinkResult::Continue,
                };
            }
            TagToken(tag) => {
                self.inside.borrow_mut().clear();
                if !["a", "code", "em", "strong", "del", "span"].contains(&&*tag.name) {
                    seen.text.push('\n');
                }
            }
            Token::CharacterTokens(text) => match self.inside.borrow().as_str() {
                "script" => seen.scripts.last_mut().unwrap().push_str(&text),
                "style" => seen.styles.last_mut().unwrap().push_str(&text),
                _ => seen.text.push_str(&shown(&text)),
            },
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

pub fn see(html: &str) -> Seen {
    let tokenizer = Tokenizer::new(Sink::default(), Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    assert!(matches!(tokenizer.feed(&input), TokenizerResult::Done));
    tokenizer.end();
    tokenizer.sink.seen.into_inner()
}
