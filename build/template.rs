//! The built-in templates as code: each section a tree of nodes, in which what it includes stands in
//! its place and every name has a slot.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fmt, fs};

use minijinja::machinery::ast::{
    BinOpKind, CallArg, Compare, CompareOpKind, Expr, ForLoop, IfCond, Stmt, UnaryOpKind,
};
use minijinja::machinery::{Span, parse};
use minijinja::value::{Value, ValueKind};

use crate::syntax::syntax;

/// How the name of a template file ends.
const ENDING: &str = ".md.j2";

/// What stands around the name of a label while its template is read. No template holds these
/// characters.
const LABEL: [char; 2] = ['\u{e000}', '\u{e001}'];

/// The source of `TREES`: the tree of each section in `folder`, by its name, in order. `labels` are
/// the names of the labels, in order.
pub(super) fn source(folder: &Path, labels: &[String]) -> String {
    let texts = texts(folder);
    let included: BTreeSet<&str> = texts.values().flat_map(|text| includes(text)).collect();
    let sections = texts.iter().filter(|(name, _)| !included.contains(name.as_str()));
    let trees: Vec<String> = sections
        .map(|(name, text)| {
            let mut author =
                Author { texts: &texts, labels, template: name, scope: Scope::default() };
            let body = author.template(text);
            let Scope { slots, tops, .. } = author.scope;
            let tops = list(tops.iter().map(|(name, slot)| format!("({name:?}, {slot})")));
            format!("({name:?}, Tree {{ tops: {tops}, slots: {slots}, body: {body} }}),\n")
        })
        .collect();
    format!("static TREES: [(&str, Tree); {}] = [\n{}];\n", trees.len(), trees.concat())
}

/// The text of each template, by its name.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("the templates are there");
        entries.map(|entry| entry.expect("the folder of templates can be read").path())
    };
    let mut texts = BTreeMap::new();
    for folder in entries(folder).filter(|path| path.is_dir()) {
        for file in entries(&folder) {
            let name = |path: &Path| path.file_name()?.to_str().map(str::to_owned);
            let (Some(folder), Some(file_name)) = (name(&folder), name(&file)) else { continue };
            if let Some(own) = file_name.strip_suffix(ENDING) {
                let text = fs::read_to_string(&file).expect("a template can be read");
                assert!(!text.contains(LABEL), "{file_name}: characters of private use");
                texts.insert(format!("{folder}/{own}"), text);
            }
        }
    }
    texts
}

/// The names of the templates that a template includes.
fn includes(text: &str) -> impl Iterator<Item = &str> {
    let tags = text.split("{% include \"").skip(1);
    tags.filter_map(|after| after.split_once('"').map(|(name, _)| name))
}

/// What the names in a template stand for.
#[derive(Default)]
struct Scope {
    /// The innermost last. No slot: what the name stands for depends on which branch was taken.
    names: Vec<(String, Option<usize>)>,
    /// What is looked up at the top of the document, each with its slot.
    tops: Vec<(String, usize)>,
    slots: usize,
}

impl Scope {
    fn new_slot(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    fn define(&mut self, name: &str) -> usize {
        let slot = self.new_slot();
        self.names.push((name.to_owned(), Some(slot)));
        slot
    }

    fn slot(&mut self, name: &str) -> Option<usize> {
        if let Some((_, slot)) = self.names.iter().rev().find(|(known, _)| known == name) {
            return *slot;
        }
        if let Some((_, slot)) = self.tops.iter().find(|(known, _)| known == name) {
            return Some(*slot);
        }
        let slot = self.new_slot();
        self.tops.push((name.to_owned(), slot));
        Some(slot)
    }
}

/// Writes a template down as Rust.
struct Author<'t> {
    texts: &'t BTreeMap<String, String>,
    labels: &'t [String],
    /// The template being read.
    template: &'t str,
    scope: Scope,
}

impl<'t> Author<'t> {
    fn template(&mut self, text: &str) -> String {
        let text = self.mark_labels(text);
        let parsed = parse(&text, self.template, syntax());
        match parsed.unwrap_or_else(|error| panic!("{}: {error:#}", self.template)) {
            Stmt::Template(template) => self.nodes(&template.children),
            _ => unreachable!("a template is read as one"),
        }
    }

    /// Puts a mark in the place of each label, which reads as text does.
    fn mark_labels(&self, text: &str) -> String {
        let mut parts = text.split("{{ label.");
        let mut marked = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once(" }}").unwrap_or((part, ""));
            marked.extend([&LABEL[0].to_string(), name, &LABEL[1].to_string(), rest]);
        }
        marked
    }

    fn label(&self, name: &str) -> usize {
        let found = self.labels.iter().position(|known| known == name);
        found.unwrap_or_else(|| panic!("{}: no language has a label `{name}`", self.template))
    }

    /// What built-in templates do without, so that a report is quick.
    fn unknown(&self, what: &str, span: Span) -> ! {
        let (template, line) = (self.template, span.start_line);
        panic!("{template}, line {line}: built-in templates have no {what}: see build/template.rs");
    }

    fn nodes(&mut self, statements: &[Stmt<'_>]) -> String {
        let nodes: Vec<String> = statements.iter().map(|one| self.node(one)).collect();
        list(nodes)
    }

    fn node(&mut self, statement: &Stmt<'_>) -> String {
        match statement {
            Stmt::EmitRaw(raw) => format!("Node::Text({})", self.parts(raw.raw)),
            Stmt::EmitExpr(emit) => format!("Node::Print({})", self.expr(&emit.expr)),
            Stmt::IfCond(cond) => self.branches(cond),
            Stmt::ForLoop(each) => self.for_loop(each),
            Stmt::Set(set) => {
                let value = self.expr(&set.expr);
                let Expr::Var(target) = &set.target else {
                    self.unknown("`set` of several names", set.span());
                };
                format!("Node::Set({}, {value})", self.scope.define(target.id))
            }
            Stmt::Include(include) => {
                let Expr::Const(name) = &include.name else {
                    self.unknown("`include` of a name that is not known", include.span());
                };
                let name = name.value.as_str().unwrap_or_default();
                let Some((name, text)) = self.texts.get_key_value(name) else {
                    self.unknown(&format!("template `{name}`"), include.span());
                };
                let outer = std::mem::replace(&mut self.template, name);
                let nodes = self.branch(|author| author.template(text));
                self.template = outer;
                format!("Node::Group({nodes})")
            }
            Stmt::Template(at) => self.unknown("template inside", at.span()),
            Stmt::WithBlock(at) => self.unknown("`with`", at.span()),
            Stmt::SetBlock(at) => self.unknown("`set` with a body", at.span()),
            Stmt::AutoEscape(at) => self.unknown("`autoescape`", at.span()),
            Stmt::FilterBlock(at) => self.unknown("`filter`", at.span()),
            Stmt::Block(at) => self.unknown("`block`", at.span()),
            Stmt::Import(at) => self.unknown("`import`", at.span()),
            Stmt::FromImport(at) => self.unknown("`from`", at.span()),
            Stmt::Extends(at) => self.unknown("`extends`", at.span()),
            Stmt::Do(at) => self.unknown("`do`", at.span()),
            #[allow(unreachable_patterns, reason = "features of the engine add others")]
            _ => panic!("{}: a statement of no known kind", self.template),
        }
    }

    /// Text, cut at its labels.
    fn parts(&self, text: &str) -> String {
        let mut parts = Vec::new();
        for (index, part) in text.split(LABEL).enumerate() {
            if index % 2 == 1 {
                parts.push(format!("Part::Label({})", self.label(part)));
            } else if !part.is_empty() {
                parts.push(format!("Part::Own({part:?})"));
            }
        }
        list(parts)
    }

    fn branches(&mut self, cond: &IfCond<'_>) -> String {
        let condition = self.expr(&cond.expr);
        let then = self.branch(|author| author.nodes(&cond.true_body));
        let otherwise = self.branch(|author| author.nodes(&cond.false_body));
        format!("Node::If({condition}, {then}, {otherwise})")
    }

    /// Writes what may not come to pass: what it sets cannot be relied on afterwards.
    fn branch(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let outer = self.scope.names.len();
        let written = write(self);
        for (_, slot) in &mut self.scope.names[outer..] {
            *slot = None;
        }
        written
    }

    fn for_loop(&mut self, each: &ForLoop<'_>) -> String {
        let over = self.expr(&each.iter);
        let outer = self.scope.names.len();
        let Expr::Var(target) = &each.target else {
            self.unknown("`for` with several names", each.target.span());
        };
        let slot = self.scope.define(target.id);
        let only = each.filter_expr.as_ref();
        let only = only.map_or("None".to_owned(), |only| format!("Some({})", self.expr(only)));
        let body = self.nodes(&each.body);
        self.scope.names.truncate(outer);
        let otherwise = self.branch(|author| author.nodes(&each.else_body));
        format!(
            "Node::For(&For {{ over: {over}, slot: {slot}, only: {only}, body: {body}, \
             otherwise: {otherwise} }})"
        )
    }

    fn expr(&mut self, expr: &Expr<'_>) -> String {
        match expr {
            Expr::Var(var) => match self.scope.slot(var.id) {
                Some(slot) => format!("Expr::Slot({slot})"),
                None => {
                    let what = format!("name that only a branch has set, as `{}`", var.id);
                    self.unknown(&what, var.span())
                }
            },
            Expr::Const(constant) => self.constant(&constant.value, constant.span()),
            Expr::GetAttr(get) => match (&get.expr, get.name) {
                (Expr::Var(var), "first") if var.id == "loop" => "Expr::IsFirst".to_owned(),
                (Expr::Var(var), "last") if var.id == "loop" => "Expr::IsLast".to_owned(),
                (Expr::Var(var), "index") if var.id == "loop" => "Expr::Index".to_owned(),
                (of, name) => format!("Expr::Member(&{}, {name:?})", self.expr(of)),
            },
            Expr::GetItem(get) => {
                format!(
                    "Expr::Item(&{}, &{})",
                    self.expr(&get.expr),
                    self.expr(&get.subscript_expr)
                )
            }
            Expr::List(all) => {
                let items: Vec<String> = all.items.iter().map(|item| self.expr(item)).collect();
                format!("Expr::List({})", list(items))
            }
            Expr::Map(map) => {
                let pairs = map.keys.iter().zip(&map.values);
                let pairs: Vec<String> = pairs
                    .map(|(key, value)| format!("({}, {})", self.expr(key), self.expr(value)))
                    .collect();
                format!("Expr::Map({})", list(pairs))
            }
            Expr::UnaryOp(op) => match op.op {
                UnaryOpKind::Not => format!("Expr::Not(&{})", self.expr(&op.expr)),
                UnaryOpKind::Neg => self.unknown("`-`", op.span()),
            },
            Expr::BinOp(op) => {
                let word = match op.op {
                    BinOpKind::ScAnd => "And",
                    BinOpKind::ScOr => "Or",
                    BinOpKind::Eq => "Eq",
                    BinOpKind::Ne => "Ne",
                    BinOpKind::Lt => "Lt",
                    BinOpKind::Gt => "Gt",
                    BinOpKind::In => "In",
                    _ => self.unknown("such operator", op.span()),
                };
                format!("Expr::{word}(&{}, &{})", self.expr(&op.left), self.expr(&op.right))
            }
            Expr::Compare(compare) => self.comparison(compare, expr.span()),
            Expr::Test(test) => {
                let word = match test.name {
                    "given" => "Given",
                    "defined" => "Defined",
                    "none" => "None",
                    "string" => "String",
                    name => self.unknown(&format!("test `{name}`"), test.span()),
                };
                format!("Expr::Is(Test::{word}, &{})", self.expr(&test.expr))
            }
            Expr::Filter(filter) => {
                let word = match filter.name {
                    "default" => "Default",
                    "length" => "Length",
                    "plain" => "Plain",
                    "usd" => "Usd",
                    "duration" => "Duration",
                    "json" => "Json",
                    "at_line" => "AtLine",
                    name => self.unknown(&format!("filter `{name}`"), filter.span()),
                };
                let mut args: Vec<String> = filter.expr.iter().map(|of| self.expr(of)).collect();
                for arg in &filter.args {
                    let CallArg::Pos(arg) = arg else {
                        self.unknown("named argument", filter.span());
                    };
                    args.push(self.expr(arg));
                }
                let args: String = args.iter().map(|arg| format!(", &{arg}")).collect();
                format!("Expr::{word}({})", args.trim_start_matches(", "))
            }
            Expr::Slice(at) => self.unknown("slice", at.span()),
            Expr::IfExpr(at) => self.unknown("`if` inside an expression", at.span()),
            Expr::Call(at) => self.unknown("call", at.span()),
            Expr::Tuple(at) => self.unknown("tuple", at.span()),
        }
    }

    fn comparison(&mut self, compare: &Compare<'_>, span: Span) -> String {
        let [to] = compare.ops.as_slice() else { self.unknown("chain of comparisons", span) };
        let (left, right) = (self.expr(&compare.expr), self.expr(&to.expr));
        match to.op {
            CompareOpKind::Eq => format!("Expr::Eq(&{left}, &{right})"),
            CompareOpKind::Ne => format!("Expr::Ne(&{left}, &{right})"),
            CompareOpKind::Lt => format!("Expr::Lt(&{left}, &{right})"),
            CompareOpKind::Gt => format!("Expr::Gt(&{left}, &{right})"),
            CompareOpKind::In => format!("Expr::In(&{left}, &{right})"),
            CompareOpKind::NotIn => format!("Expr::Not(&Expr::In(&{left}, &{right}))"),
            CompareOpKind::Lte | CompareOpKind::Gte => self.unknown("`<=` and `>=`", span),
        }
    }

    fn constant(&self, value: &Value, span: Span) -> String {
        match value.kind() {
            ValueKind::None => "Expr::Null".to_owned(),
            ValueKind::Bool => format!("Expr::Bool({})", value.is_true()),
            ValueKind::Number if value.is_integer() => format!("Expr::Integer({value})"),
            ValueKind::String => {
                let text = value.as_str().unwrap_or_default();
                match text.strip_prefix(LABEL[0]).and_then(|name| name.strip_suffix(LABEL[1])) {
                    Some(name) => format!("Expr::Label({})", self.label(name)),
                    None if text.contains(LABEL) => self.unknown("label inside a text", span),
                    None => format!("Expr::Text({text:?})"),
                }
            }
            kind => self.unknown(&format!("constant {kind}"), span),
        }
    }
}

/// A slice of these.
fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("&[{}]", items.join(", "))
}
