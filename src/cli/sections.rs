//! `sections`: which sections of a report render, and by which rule.

use std::io::Write as _;

use final_report::{Decision, Document, Options, Section, TemplateFolder, visible};

use super::args::{MessageFormat, Sections};
use super::files::{self, Found};
use super::print::{self, Printer, Stream};
use super::terminal::Terminal;
use super::{Exit, Failure, job};
use crate::preview::SectionRow;

pub(super) fn run(args: &Sections, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let inputs = files::inputs(std::slice::from_ref(&args.input))?;
    let [Found { input, .. }] = inputs.as_slice() else {
        return Err(Failure::new("sections takes one document").help("name the file itself"));
    };
    let bytes = input.read()?;
    let document = match print::parse(&bytes, args.kind.kind) {
        Ok(document) => document,
        Err(found) => {
            let mut printer = Printer::new(terminal, Stream::Err, MessageFormat::Text, 100);
            printer.document(terminal, &input.name(), &bytes, args.kind.kind, &found)?;
            printer.finish(terminal)?;
            return Ok(Exit::Findings);
        }
    };
    let folder = job::folder(&args.templates, terminal)?;
    let rows = rows(&document, folder.as_ref()).into_iter().map(|row| {
        let renders = if row.renders { "renders" } else { "left out" };
        [row.name.to_owned(), renders.to_owned(), row.rule, row.because, row.template]
    });
    let rows: Vec<[String; 5]> = rows.collect();
    let header = ["SECTION", "", "RENDER_IF", "BECAUSE", "TEMPLATE"].map(str::to_owned);
    let width = |column: usize| {
        let cells = rows.iter().chain([&header]).map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3)];
    for [name, renders, rule, because, own] in std::iter::once(&header).chain(&rows) {
        let [a, b, c, d] = widths;
        write!(terminal.out, "{name:a$}  {renders:b$}  {rule:c$}  ")?;
        match folder {
            Some(_) => writeln!(terminal.out, "{because:d$}  {own}")?,
            None => writeln!(terminal.out, "{because}")?,
        }
    }
    Ok(Exit::Done)
}

/// Every section of a document's report: whether it renders, by which rule, and where its template
/// comes from.
pub(super) fn rows(document: &Document, folder: Option<&TemplateFolder>) -> Vec<SectionRow> {
    let decided = final_report::decisions(document, &Options::default()).into_iter();
    let row = |(section, decision): (&Section, Decision)| {
        let own = folder.and_then(|folder| folder.get(&section.template_name()));
        SectionRow {
            name: section.name,
            renders: decision.renders,
            rule: section.render_if.to_string(),
            because: visible(&decision.because),
            template: own.map_or_else(|| "built in".to_owned(), |own| files::shown(&own.path)),
        }
    };
    decided.map(row).collect()
}
