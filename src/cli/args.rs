//! The arguments.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, FromArgMatches, Parser, Subcommand, ValueEnum};
use final_report::{KINDS, Kind, Level};

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

// The arguments of a command are made when it is the one that is called.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum Command {
    /// Render documents as markdown reports
    Render(Render),
    /// Say what is wrong with documents
    Validate(Validate),
    /// Put token figures into the data of a final report
    Fill(Fill),
    /// Take the ticks and answers of a report back into its document
    Pull(Pull),
    /// List the sections of a document's report: which render, and by which rule
    Sections(Sections),
    /// Show a report in a browser, and make it anew at every change of its document and templates
    Preview(Preview),
    /// Templates: list them, show one, write them to a folder
    #[command(subcommand)]
    Template(Template),
    /// Print a complete, valid example document
    Sample(Sample),
    /// List the checks, or explain one of them
    Rules(Rules),
}

#[derive(Debug, clap::Args)]
pub(super) struct Render {
    /// Documents, folders to search for documents, or - for standard input
    #[arg(required_unless_present = "jsonl", value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    /// Write the report to this file
    #[arg(short, long, value_name = "FILE", group = "destination")]
    pub(super) output: Option<PathBuf>,

    /// Write each report beside its document: X.data.json and X.json become X.md or X.html
    #[arg(long, group = "destination")]
    pub(super) write: bool,

    /// Write nothing; name every report that is missing, stale or edited, and exit with 1 if any is
    #[arg(long, group = "destination")]
    pub(super) check: bool,

    /// Write nothing; show as a unified diff what --write would change, and exit with 1 if anything
    #[arg(long, group = "destination")]
    pub(super) diff: bool,

    /// Replace reports that were edited by hand or by another program; keeps each as X.md.bak
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    pub(super) force: bool,

    /// Render every document of a folder, even if it is known to be up to date, and remember nothing
    #[arg(long)]
    pub(super) no_cache: bool,

    /// Read one document a line from standard input, and print one JSON result a line
    #[arg(long, conflicts_with_all = ["inputs", "destination", "force", "formats"])]
    pub(super) jsonl: bool,

    /// What reports are written as; several are kept together: markdown,html
    #[arg(
        long = "format",
        value_name = "FORMAT",
        value_delimiter = ',',
        default_value = "markdown"
    )]
    pub(super) formats: Vec<ReportFormat>,

    /// The language of headings and labels
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(super) lang: Lang,

    #[command(flatten)]
    pub(super) templates: Templates,

    #[command(flatten)]
    pub(super) kind: KindOption,

    #[command(flatten)]
    pub(super) council: Council,

    #[command(flatten)]
    pub(super) messages: Messages,
}

/// Templates of one's own.
#[derive(Debug, clap::Args)]
pub(super) struct Templates {
    /// Take the templates in this folder, <kind>/<section>.md.j2, and the built-in ones for the rest
    #[arg(long = "templates", value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum Template {
    /// List the templates: which are built in, and which a folder overrides
    List {
        #[command(flatten)]
        templates: Templates,
    },
    /// Print a template
    Show {
        /// Its name, such as final-report/summary
        #[arg(value_name = "NAME")]
        name: String,

        #[command(flatten)]
        templates: Templates,
    },
    /// Say what is wrong with templates, without a document
    Check {
        /// A folder of templates, checked in the place of the built-in ones; by default those alone
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,

        /// How faults are printed
        #[arg(id = "message-format", long, value_name = "FORMAT", default_value = "text")]
        format: MessageFormat,
    },
    /// Write the built-in templates to a folder, to be changed there
    Export {
        /// The folder; it is made where there is none
        #[arg(value_name = "DIR")]
        folder: PathBuf,

        /// Replace templates that are there already and differ
        #[arg(long)]
        force: bool,
    },
}

#[derive(Debug, clap::Args)]
pub(super) struct Validate {
    /// Documents, folders to search for documents, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) kind: KindOption,

    #[command(flatten)]
    pub(super) council: Council,

    #[command(flatten)]
    pub(super) messages: Messages,
}

/// What the findings of a council do not tell.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Council {
    /// How many voters a council was to have: judges its quorum
    #[arg(long = "council-size", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) size: Option<u16>,

    /// Who was to vote in a council; without --council-size, they are all of it
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) voters: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Fill {
    /// The data of a final report; the figures are written into this file
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,

    /// The figures, as schemas/token-usage.schema.json describes them; - for standard input
    #[arg(long, value_name = "FILE")]
    pub(super) usage: PathBuf,

    /// Write the report beside the document too
    #[arg(long)]
    pub(super) render: bool,

    /// Write nothing; show as a unified diff what would change
    #[arg(long, conflicts_with = "render")]
    pub(super) dry_run: bool,

    /// Replace figures that are there already and differ
    #[arg(long)]
    pub(super) force: bool,

    /// The language of headings and labels
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(super) lang: Lang,

    #[command(flatten)]
    pub(super) messages: Messages,
}

#[derive(Debug, clap::Args)]
pub(super) struct Pull {
    /// A report that was ticked or answered, or the response that its page has saved
    #[arg(value_name = "REPORT")]
    pub(super) report: PathBuf,

    /// The document of the report; by default X.data.json or X.json beside X.md. A response needs it
    #[arg(long, value_name = "INPUT")]
    pub(super) into: Option<PathBuf>,

    /// Write nothing; show as a unified diff what would change in the document
    #[arg(long)]
    pub(super) dry_run: bool,

    #[command(flatten)]
    pub(super) messages: Messages,
}

#[derive(Debug, clap::Args)]
pub(super) struct Rules {
    /// A code or name, such as FR001 or verdict-card-mismatch
    #[arg(value_name = "CODE")]
    pub(super) code: Option<String>,

    /// How they are printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: ListFormat,
}

/// How diagnostics are printed, and which count.
#[derive(Debug, clap::Args)]
pub(super) struct Messages {
    /// How diagnostics are printed
    #[arg(id = "message-format", long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: MessageFormat,

    /// How many diagnostics of a document are printed at most
    #[arg(long = "max-diagnostics", value_name = "N", default_value_t = 100)]
    pub(super) max: usize,

    #[command(flatten)]
    pub(super) levels: Levels,
}

#[derive(Debug, clap::Args)]
pub(super) struct Sections {
    /// A document, or - for standard input
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,

    #[command(flatten)]
    pub(super) templates: Templates,

    #[command(flatten)]
    pub(super) kind: KindOption,
}

#[derive(Debug, clap::Args)]
pub(super) struct Preview {
    /// A document; without one, the built-in samples are shown
    #[arg(value_name = "INPUT")]
    pub(super) input: Option<PathBuf>,

    /// Take the document for this kind, or begin with a sample of it
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub(super) kind: Option<&'static Kind>,

    /// Begin with the sample of this task type
    #[arg(long, value_name = "TYPE", conflicts_with = "input")]
    pub(super) task_type: Option<String>,

    #[command(flatten)]
    pub(super) templates: Templates,

    /// The language of headings and labels
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(super) lang: Lang,

    /// The port on 127.0.0.1; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 4727)]
    pub(super) port: u16,

    /// Open the page in a browser
    #[arg(long)]
    pub(super) open: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Sample {
    /// The kind of document
    #[arg(value_name = "KIND", default_value = KINDS[0].name, value_parser = kind)]
    pub(super) kind: &'static Kind,

    /// The task type of the final report
    #[arg(long, value_name = "TYPE")]
    pub(super) task_type: Option<String>,

    /// The smallest valid document instead of a complete one
    #[arg(long)]
    pub(super) minimal: bool,
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
    /// One line a diagnostic: file:line:column: error[CODE] message
    Short,
    /// For programs: one JSON object a line and document
    Json,
    /// For code scanning: one SARIF 2.1.0 log
    Sarif,
    /// For GitHub Actions: annotations on the lines of a pull request
    Github,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// Canonical markdown
    Markdown,
    /// One self-contained page for a browser
    Html,
}

impl ReportFormat {
    /// How the name of a report ends.
    pub(super) fn extension(self) -> &'static str {
        match self {
            ReportFormat::Markdown => "md",
            ReportFormat::Html => "html",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Even into a file or pipe
    Always,
    /// Not even on a terminal
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Lang {
    En,
    Ko,
}

/// The levels of checks, in the order they were given: the last one wins.
#[derive(Debug, Default)]
pub(super) struct Levels {
    pub(super) set: Vec<(String, Level)>,
    pub(super) deny_warnings: bool,
}

const LEVELS: [(&str, Level, &str); 3] = [
    (
        "allow",
        Level::Allow,
        "Leave out what this check finds; takes a code, a name or a prefix such as FR",
    ),
    ("warn", Level::Warn, "Count what this check finds as a warning"),
    ("deny", Level::Deny, "Count what this check finds as an error"),
];

impl clap::Args for Levels {
    fn augment_args(command: clap::Command) -> clap::Command {
        let command = LEVELS.iter().fold(command, |command, (name, _, help)| {
            let arg = Arg::new(*name).long(*name).value_name("CODE").help(*help);
            command.arg(arg.action(ArgAction::Append))
        });
        let help = "Count every warning as an error";
        let arg = Arg::new("deny-warnings").long("deny-warnings").help(help);
        command.arg(arg.action(ArgAction::SetTrue))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Levels {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut set = Vec::new();
        for (name, level, _) in LEVELS {
            let codes = matches.get_many::<String>(name).into_iter().flatten();
            let places = matches.indices_of(name).into_iter().flatten();
            set.extend(places.zip(codes).map(|(place, code)| (place, code.clone(), level)));
        }
        set.sort_by_key(|(place, ..)| *place);
        let set = set.into_iter().map(|(_, code, level)| (code, level)).collect();
        Ok(Levels { set, deny_warnings: matches.get_flag("deny-warnings") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
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
