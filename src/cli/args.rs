//! The arguments.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use final_report::{KINDS, Kind};

/// Validate the JSON that multi-agent coding runs leave behind, and render it as canonical markdown
#[derive(Debug, Parser)]
#[command(name = "final-report", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 findings (an invalid document), 2 the job could not be done"
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Render documents as markdown reports
    Render(Render),
    /// Say what is wrong with documents
    Validate(Validate),
    /// List the sections of a document's report: which render, and by which rule
    Sections(Sections),
    /// Print a complete, valid example document
    Sample(Sample),
}

#[derive(Debug, clap::Args)]
pub(super) struct Render {
    /// Documents, folders to search for documents, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    /// Write the report to this file
    #[arg(short, long, value_name = "FILE", conflicts_with = "write")]
    pub(super) output: Option<PathBuf>,

    /// Write each report beside its document: X.data.json and X.json become X.md
    #[arg(long)]
    pub(super) write: bool,

    /// The language of headings and labels
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(super) lang: Lang,

    #[command(flatten)]
    pub(super) kind: KindOption,

    /// How diagnostics are printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) message_format: MessageFormat,
}

#[derive(Debug, clap::Args)]
pub(super) struct Validate {
    /// Documents, folders to search for documents, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) kind: KindOption,

    /// How diagnostics are printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) message_format: MessageFormat,
}

#[derive(Debug, clap::Args)]
pub(super) struct Sections {
    /// A document, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,

    #[command(flatten)]
    pub(super) kind: KindOption,
}

#[derive(Debug, clap::Args)]
pub(super) struct Sample {
    /// The kind of document
    #[arg(value_name = "KIND", default_value = KINDS[0].name, value_parser = kind)]
    pub(super) kind: &'static Kind,

    /// The task type of the final report
    #[arg(long, value_name = "TYPE")]
    pub(super) task_type: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct KindOption {
    /// Take the documents for this kind instead of recognising it by their keys
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub(super) kind: Option<&'static Kind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    /// For people: the place in the document, with carets
    Text,
    /// For programs: one JSON object a line and document
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Lang {
    En,
    Ko,
}

fn kind(name: &str) -> Result<&'static Kind, String> {
    Kind::named(name).ok_or_else(|| {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        format!("the kinds are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_consistent() {
        super::Args::command().debug_assert();
    }
}
