//! `template`: which templates there are, one of them, what is wrong with them, and a folder of them
//! to start from.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use final_report::lifecycle::atomic;
use final_report::{
    BuiltInTemplate, Diagnostic, Origin, TemplateError, TemplateFolder, check_templates,
    list_templates, nearest, visible,
};

use super::args::{MessageFormat, Template, Templates};
use super::files::{self, shown};
use super::print::{Printer, Stream};
use super::terminal::Terminal;
use super::{Exit, Failure};

pub(super) fn run(args: &Template, terminal: &mut Terminal) -> Result<Exit, Failure> {
    match args {
        Template::List { templates } => list(templates, terminal),
        Template::Show { name, templates } => show(name, templates, terminal),
        Template::Check { folder, format } => check(folder.as_deref(), *format, terminal),
        Template::Export { folder, force } => export(folder, *force, terminal),
    }
}

fn read(templates: &Templates) -> Result<Option<TemplateFolder>, Failure> {
    Ok(templates.folder.as_deref().map(TemplateFolder::read).transpose()?)
}

fn list(templates: &Templates, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let folder = read(templates)?;
    let listed = list_templates(folder.as_ref());
    let width = listed.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    for one in listed {
        let name = visible(&one.name);
        let from = match one.origin {
            Origin::BuiltIn => "built in".to_owned(),
            Origin::Overridden(path) => format!("overridden by {}", shown(&path)),
            Origin::Included(path) => format!("included, {}", shown(&path)),
            Origin::Unused(path, near) => {
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                format!("used by nothing, {}{}", shown(&path), visible(&near))
            }
        };
        writeln!(terminal.out, "{name:width$}  {from}")?;
    }
    Ok(Exit::Done)
}

fn show(name: &str, templates: &Templates, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let folder = read(templates)?;
    let name = name.strip_suffix(".md.j2").unwrap_or(name);
    if let Some(own) = folder.as_ref().and_then(|folder| folder.get(name)) {
        terminal.out.write_all(own.text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let Some(template) = BuiltInTemplate::named(name) else {
        let all = BuiltInTemplate::all();
        let own = folder.iter().flat_map(TemplateFolder::templates).map(|(name, _)| name);
        let help = match nearest(name, all.iter().map(|one| one.name.as_str()).chain(own)) {
            Some(near) => format!("did you mean {near}?"),
            None => "`final-report template list` lists them".to_owned(),
        };
        return Err(Failure::new(format!("there is no template `{name}`")).help(help));
    };
    terminal.out.write_all(template.text.as_bytes())?;
    Ok(Exit::Done)
}

/// Prints every fault of the templates, template by template.
fn check(
    folder: Option<&Path>,
    format: MessageFormat,
    terminal: &mut Terminal,
) -> Result<Exit, Failure> {
    let folder = folder.map(TemplateFolder::read).transpose()?;
    let checked = check_templates(folder.as_ref());
    let mut printer = Printer::new(terminal, Stream::Out, format, usize::MAX);
    let mut exit = Exit::Done;
    for faults in checked.faults.chunk_by(|one, other| one.name() == other.name()) {
        let [TemplateError { text, .. }, ..] = faults else { continue };
        let found: Vec<Diagnostic> = faults.iter().map(|fault| *fault.diagnostic.clone()).collect();
        if found.iter().any(Diagnostic::is_error) {
            exit = Exit::Findings;
        }
        let name = visible(&faults[0].name());
        printer.document(terminal, &name, text.as_bytes(), None, &found)?;
    }
    let said = format!("{} templates, {} samples", checked.templates, checked.samples);
    printer.finish_saying(terminal, &said)?;
    Ok(exit)
}

/// Writes the built-in templates: all of them, or none where one that differs is in the way.
fn export(folder: &Path, force: bool, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let mut writes: Vec<(PathBuf, &[u8])> = Vec::new();
    let mut in_the_way = Vec::new();
    let all = BuiltInTemplate::all();
    for template in &all {
        let path = folder.join(template.file_name());
        // Written through, a link could lead anywhere.
        for part in [path.parent(), Some(path.as_path())].into_iter().flatten() {
            if part.is_symlink() {
                let message = format!("{} is a link, and would be written through", shown(part));
                return Err(Failure::new(message).help("remove it, or choose another folder"));
            }
        }
        match fs::read(&path) {
            Ok(bytes) if bytes == template.text.as_bytes() => continue,
            Ok(_) if !force => in_the_way.push(path),
            // What cannot be read, such as a folder, cannot be replaced: writing it tells why.
            Ok(_) | Err(_) => writes.push((path, template.text.as_bytes())),
        }
    }
    if let Some(first) = in_the_way.first() {
        let more = match in_the_way.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let message = format!("{}{more} would be replaced, and differ", shown(first));
        let help = "choose another folder, or use --force to replace what is there";
        return Err(Failure::new(message).help(help));
    }
    let mut parents: Vec<&Path> = writes.iter().filter_map(|(path, _)| path.parent()).collect();
    parents.dedup();
    for parent in &parents {
        fs::create_dir_all(parent).map_err(|error| {
            Failure::new(format!("cannot make the folder {}: {error}", shown(parent)))
        })?;
    }
    files::replace(&writes)?;
    writes.iter().for_each(|(path, _)| atomic::settle(path));
    let unchanged = all.len() - writes.len();
    writeln!(terminal.err, "{} written, {unchanged} unchanged", writes.len())?;
    Ok(Exit::Done)
}
