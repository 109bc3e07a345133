//! The syntax tree of a template, walked with what every name in it can be.
//!
//! Nothing else uses the tree: the template engine promises it to nobody.

use std::collections::HashMap;
use std::ops::Range;

use minijinja::machinery::ast::{BinOpKind, Call, CallArg, CallType, Expr, Filter, Stmt, Test};
use minijinja::machinery::{Span, parse};

use super::Faults;
use super::names::Names;
use super::said;
use super::scope::Scope;
use super::shape::Shape;
use crate::diagnostic::Diagnostic;
use crate::render::{self, Renderer, Source};
use crate::templates::{built_in, syntax, words};

/// How often one template is walked for a section at most. Each of its places may be another scope.
const MOST_WALKS: usize = 64;

/// How deep includes are followed: the engine follows none so deep.
const DEEPEST: usize = 64;

/// A walk through a section and what it includes.
pub(super) struct Walk<'w> {
    renderer: &'w Renderer,
    /// What the top of the template knows; without it, any name may be there.
    names: Option<&'w Names>,
    /// Is the section one that links to others?
    linking: bool,
    scope: Scope,
    /// How often each template was walked, and which are being walked.
    walked: HashMap<String, usize>,
    inside: Vec<String>,
    faults: &'w mut Faults,
}

impl<'w> Walk<'w> {
    /// Walks a section, or any template when nothing is known of its `names`.
    pub(super) fn through(
        name: &str,
        names: Option<&'w Names>,
        linking: bool,
        renderer: &'w Renderer,
        faults: &'w mut Faults,
    ) {
        let mut walk = Walk {
            renderer,
            names,
            linking,
            scope: Scope::default(),
            walked: HashMap::new(),
            inside: Vec::new(),
            faults,
        };
        walk.template(name);
    }

    /// Walks the template of that name, which includes see as their own text.
    fn template(&mut self, name: &str) {
        let walked = self.walked.entry(name.to_owned()).or_default();
        *walked += 1;
        let is_inside = self.inside.iter().any(|outer| outer == name);
        if *walked > MOST_WALKS || is_inside || self.inside.len() == DEEPEST {
            return;
        }
        self.faults.visit(name);
        let source = Source::new(name, self.renderer.folder(), self.renderer.labels());
        let text = self.renderer.labels().put_into(source.text);
        match parse(&text, name, syntax()) {
            Err(error) => {
                self.faults.add(render::explain(&error, name, self.renderer, None, &[]));
            }
            Ok(Stmt::Template(template)) => {
                self.inside.push(name.to_owned());
                In { walk: self, source: &source, text: &text }.statements(&template.children);
                self.inside.pop();
            }
            Ok(_) => {}
        }
    }

    fn exists(&self, name: &str) -> bool {
        let own = self.renderer.folder().is_some_and(|folder| folder.get(name).is_some());
        own || built_in(name).is_some()
    }
}

/// A walk inside one template.
struct In<'i, 'w> {
    walk: &'i mut Walk<'w>,
    source: &'i Source<'i>,
    /// What it says with its labels put in.
    text: &'i str,
}

impl In<'_, '_> {
    fn fault(&mut self, at: Range<usize>, found: Diagnostic) {
        let error = self.source.error(Some(at), found);
        self.walk.faults.add(error);
    }

    fn statements(&mut self, statements: &[Stmt<'_>]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn framed(&mut self, statements: &[Stmt<'_>]) {
        self.walk.scope.push();
        self.statements(statements);
        self.walk.scope.pop();
    }

    /// Walks both of two branches, of which one is taken.
    fn branches(&mut self, this: &[Stmt<'_>], that: &[Stmt<'_>]) {
        let before = self.walk.scope.clone();
        self.statements(this);
        let after = std::mem::replace(&mut self.walk.scope, before);
        self.statements(that);
        self.walk.scope.join(after);
    }

    fn statement(&mut self, statement: &Stmt<'_>) {
        match statement {
            Stmt::Template(template) => self.statements(&template.children),
            Stmt::EmitRaw(_) => {}
            Stmt::EmitExpr(emit) => drop(self.expression(&emit.expr)),
            Stmt::Do(call) => drop(self.call(&call.call)),
            Stmt::IfCond(choice) => {
                self.expression(&choice.expr);
                self.branches(&choice.true_body, &choice.false_body);
            }
            Stmt::ForLoop(repeat) => {
                let item = self.expression(&repeat.iter).item();
                self.walk.scope.push();
                self.bind(&repeat.target, item);
                self.walk.scope.set("loop", said::loop_shape());
                repeat.filter_expr.iter().for_each(|filter| drop(self.expression(filter)));
                self.statements(&repeat.body);
                self.walk.scope.pop();
                self.branches(&repeat.else_body, &[]);
            }
            Stmt::WithBlock(with) => {
                self.walk.scope.push();
                for (target, value) in &with.assignments {
                    let shape = self.expression(value);
                    self.bind(target, shape);
                }
                self.statements(&with.body);
                self.walk.scope.pop();
            }
            Stmt::Set(set) => {
                let shape = self.expression(&set.expr);
                self.bind(&set.target, shape);
            }
            Stmt::SetBlock(set) => {
                self.framed(&set.body);
                set.filter.iter().for_each(|filter| drop(self.expression(filter)));
                self.bind(&set.target, Shape::leaf());
            }
            Stmt::AutoEscape(escape) => self.framed(&escape.body),
            Stmt::FilterBlock(block) => {
                self.expression(&block.filter);
                self.framed(&block.body);
            }
            Stmt::Block(block) => self.framed(&block.body),
            Stmt::Include(include) => self.include(&include.name, include.ignore_missing),
            Stmt::Extends(extends) => self.include(&extends.name, false),
            Stmt::Import(import) => {
                self.module(&import.expr);
                self.bind(&import.name, Shape::Anything);
            }
            Stmt::FromImport(import) => {
                self.module(&import.expr);
                for (name, alias) in &import.names {
                    self.bind(alias.as_ref().unwrap_or(name), Shape::Anything);
                }
            }
        }
    }

    /// Names what an assignment or a loop does.
    fn bind(&mut self, target: &Expr<'_>, shape: Shape) {
        match target {
            Expr::Var(name) => self.walk.scope.set(name.id, shape),
            Expr::Tuple(tuple) => {
                tuple.items.iter().for_each(|target| self.bind(target, Shape::Anything));
            }
            Expr::List(list) => {
                list.items.iter().for_each(|target| self.bind(target, Shape::Anything));
            }
            // A member of a namespace.
            other => drop(self.expression(other)),
        }
    }

    fn module(&mut self, name: &Expr<'_>) {
        self.walk.scope.push();
        self.include(name, false);
        self.walk.scope.pop();
    }

    /// Walks what is included, as if it stood here.
    fn include(&mut self, name: &Expr<'_>, may_be_missing: bool) {
        self.expression(name);
        let Expr::Const(constant) = name else { return };
        let several = || constant.value.try_iter().into_iter().flatten();
        let choices: Vec<String> = match constant.value.as_str() {
            Some(name) => vec![name.to_owned()],
            None => several().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
        };
        if let Some(found) = choices.iter().find_map(|name| said::path_fault(name)) {
            return self.fault(bytes(constant.span()), found);
        }
        match choices.iter().find(|name| self.walk.exists(name)) {
            Some(name) => self.walk.template(name),
            None if may_be_missing => {}
            None => {
                for name in choices.iter().take(1) {
                    self.fault(bytes(constant.span()), said::unknown_template(name));
                }
            }
        }
    }

    /// Walks an expression. What is at fault in it is anything, so that it is at fault once.
    fn expression(&mut self, expression: &Expr<'_>) -> Shape {
        match expression {
            Expr::Const(constant) => Shape::of(&constant.value),
            Expr::Var(name) => self.variable(name.id, bytes(name.span())),
            Expr::GetAttr(get) => {
                if matches!(&get.expr, Expr::Var(of) if self.is_label(of.id)) {
                    let found = said::label(get.name, self.walk.renderer.labels());
                    self.fault(range(expression), found);
                    return Shape::Anything;
                }
                let of = self.expression(&get.expr);
                self.member(&of, get.name, &get.expr, range(expression))
            }
            Expr::GetItem(get) => {
                let of = self.expression(&get.expr);
                match &get.subscript_expr {
                    Expr::Const(key) => match key.value.as_str() {
                        Some(name) => self.member(&of, name, &get.expr, range(expression)),
                        None => of.any(),
                    },
                    key => {
                        self.expression(key);
                        of.any()
                    }
                }
            }
            Expr::Slice(slice) => {
                let bounds = [&slice.start, &slice.stop, &slice.step];
                bounds.into_iter().flatten().for_each(|bound| drop(self.expression(bound)));
                self.expression(&slice.expr)
            }
            Expr::UnaryOp(operation) => {
                self.expression(&operation.expr);
                Shape::leaf()
            }
            Expr::BinOp(operation) => {
                let left = self.expression(&operation.left);
                let right = self.expression(&operation.right);
                match operation.op {
                    BinOpKind::ScAnd | BinOpKind::ScOr => left.or(right),
                    BinOpKind::Add | BinOpKind::Mul => Shape::Anything,
                    _ => Shape::leaf(),
                }
            }
            Expr::Compare(compare) => {
                self.expression(&compare.expr);
                compare.ops.iter().for_each(|op| drop(self.expression(&op.expr)));
                Shape::leaf()
            }
            Expr::IfExpr(choice) => {
                self.expression(&choice.test_expr);
                let this = self.expression(&choice.true_expr);
                let that = choice.false_expr.as_ref().map(|that| self.expression(that));
                this.or(that.unwrap_or(Shape::nothing()))
            }
            Expr::Filter(filter) => self.filter(filter, bytes(filter.span())),
            Expr::Test(test) => self.test(test, bytes(test.span())),
            Expr::Call(call) => self.call(call),
            Expr::List(list) => {
                list.items.iter().for_each(|item| drop(self.expression(item)));
                list.as_const().map_or(Shape::Anything, |list| Shape::of(&list))
            }
            Expr::Tuple(tuple) => {
                tuple.items.iter().for_each(|item| drop(self.expression(item)));
                Shape::Anything
            }
            Expr::Map(map) => {
                map.keys.iter().chain(&map.values).for_each(|one| drop(self.expression(one)));
                map.as_const().map_or(Shape::Anything, |map| Shape::of(&map))
            }
        }
    }

    fn variable(&mut self, name: &str, at: Range<usize>) -> Shape {
        if let Some(shape) = self.walk.scope.get(name) {
            return shape.clone();
        }
        let Some(names) = self.walk.names else { return Shape::Anything };
        match names.get(name, self.walk.linking) {
            Ok(shape) => shape,
            Err(_) if words::FUNCTIONS.contains(&name) || name == "self" => Shape::Anything,
            Err(lack) => {
                let found = said::variable(name, &lack, names, self.walk.scope.names());
                self.fault(at, found);
                Shape::Anything
            }
        }
    }

    /// Does `label` mean the labels here? Where it is written as it should be, it is gone by now.
    fn is_label(&self, name: &str) -> bool {
        name == "label" && self.walk.scope.get(name).is_none()
    }

    fn member(&mut self, of: &Shape, name: &str, written: &Expr<'_>, at: Range<usize>) -> Shape {
        of.member(name).unwrap_or_else(|lack| {
            let of = self.text[range(written)].to_owned();
            self.fault(at, said::member(&of, name, lack));
            Shape::Anything
        })
    }

    fn filter(&mut self, filter: &Filter<'_>, at: Range<usize>) -> Shape {
        let of = filter.expr.as_ref().map_or(Shape::Anything, |of| self.expression(of));
        let first = self.arguments(&filter.args);
        if !words::FILTERS.contains(&filter.name) {
            self.fault(at, said::unknown("filter", filter.name, words::FILTERS));
            return Shape::Anything;
        }
        self.words_of(filter, &of, at);
        match filter.name {
            "default" | "d" => of.or(first.unwrap_or(Shape::leaf())),
            "first" | "last" | "min" | "max" => of.item(),
            "list" | "reject" | "rejectattr" | "reverse" | "select" | "selectattr" | "sort"
            | "unique" => of,
            _ => Shape::Anything,
        }
    }

    /// What some filters name by a text: another filter, a test, a member of the items.
    fn words_of(&mut self, filter: &Filter<'_>, of: &Shape, at: Range<usize>) {
        let mut texts = filter.args.iter().map(text);
        let (first, second) = (texts.next().flatten(), texts.next().flatten());
        let (used, known, what) = match filter.name {
            "map" => (first, words::FILTERS, "filter"),
            "select" | "reject" => (first, words::TESTS, "test"),
            "selectattr" | "rejectattr" => (second, words::TESTS, "test"),
            _ => (None, words::TESTS, ""),
        };
        if let Some(name) = used.filter(|name| !known.contains(name)) {
            self.fault(at.clone(), said::unknown(what, name, known));
        }
        let by_name = filter.args.iter().find_map(|argument| match argument {
            CallArg::Kwarg("attribute", value) => constant(value),
            _ => None,
        });
        let (of, path) = match filter.name {
            "attr" => (of.clone(), first),
            "selectattr" | "rejectattr" => (of.item(), first),
            "groupby" => (of.item(), by_name.or(first)),
            _ => (of.item(), by_name),
        };
        let mut shape = of;
        for step in path.into_iter().flat_map(|path| path.split('.')) {
            shape = match shape.member(step) {
                Ok(inner) => inner,
                Err(lack) => return self.fault(at, said::attribute(filter.name, step, lack)),
            };
        }
    }

    fn test(&mut self, test: &Test<'_>, at: Range<usize>) -> Shape {
        self.expression(&test.expr);
        self.arguments(&test.args);
        if !words::TESTS.contains(&test.name) {
            self.fault(at, said::unknown("test", test.name, words::TESTS));
        }
        Shape::leaf()
    }

    fn call(&mut self, call: &Call<'_>) -> Shape {
        self.arguments(&call.args);
        match call.identify_call() {
            CallType::Function(name) => {
                let is_known = self.walk.scope.get(name).is_some()
                    || words::FUNCTIONS.contains(&name)
                    || name == "super";
                if !is_known {
                    self.fault(range(&call.expr), said::unknown_function(name));
                }
            }
            CallType::Method(of, name) => {
                let is_loop = matches!(of, Expr::Var(of) if of.id == "loop");
                let shape = self.expression(of);
                let is_known = match shape {
                    Shape::Anything => true,
                    Shape::OneOf(_) => is_loop && words::LOOP_METHODS.contains(&name),
                };
                if !is_known {
                    self.fault(range(&call.expr), said::method(name, &self.text[range(of)]));
                }
            }
            CallType::Block(_) => {}
            CallType::Object(of) => drop(self.expression(of)),
        }
        Shape::Anything
    }

    /// Walks the arguments of a call, and tells what the first one is.
    fn arguments(&mut self, arguments: &[CallArg<'_>]) -> Option<Shape> {
        let shapes = arguments.iter().map(|argument| match argument {
            CallArg::Pos(value)
            | CallArg::Kwarg(_, value)
            | CallArg::PosSplat(value)
            | CallArg::KwargSplat(value) => self.expression(value),
        });
        shapes.collect::<Vec<_>>().into_iter().next()
    }
}

/// The bytes of a node.
fn bytes(span: Span) -> Range<usize> {
    span.start_offset as usize..span.end_offset as usize
}

/// The bytes of a whole expression: those of a chain of lookups begin with its last dot.
fn range(expression: &Expr<'_>) -> Range<usize> {
    let own = bytes(expression.span());
    let of = match expression {
        Expr::GetAttr(get) => &get.expr,
        Expr::GetItem(get) => &get.expr,
        Expr::Call(call) => &call.expr,
        _ => return own,
    };
    range(of).start.min(own.start)..own.end
}

/// A text that stands in the template itself.
fn constant<'e>(expression: &'e Expr<'_>) -> Option<&'e str> {
    match expression {
        Expr::Const(constant) => constant.value.as_str(),
        _ => None,
    }
}

/// An argument that is such a text.
fn text<'e>(argument: &'e CallArg<'_>) -> Option<&'e str> {
    match argument {
        CallArg::Pos(value) => constant(value),
        _ => None,
    }
}
