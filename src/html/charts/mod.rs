//! Charts: which report has which, and where. Each is made from the document alone, in a file of
//! its own, and drawn by [`rows`].

mod convergence;
mod coverage;
mod reviews;
mod rows;
mod severity;
mod timeline;
mod usage;
mod votes;

use std::collections::HashMap;

use serde_json::Value;

use self::rows::Rows;
use super::escaped;
use super::outline::Landmark;
use crate::document::Document;
use crate::labels::Labels;

/// A chart of a kind's reports.
struct Chart {
    kind: &'static str,
    /// It stands after the first heading of this section, or after the one with this label.
    section: &'static str,
    heading: Option<&'static str>,
    /// The label of its caption.
    caption: &'static str,
    /// What it shows; nothing where the document has no data for it.
    rows: fn(&Value, Labels) -> Option<Rows>,
}

const CHARTS: &[Chart] = &[
    Chart {
        kind: "final-report",
        section: "execution-status",
        heading: None,
        caption: "chartTokens",
        rows: usage::tokens,
    },
    Chart {
        kind: "final-report",
        section: "execution-status",
        heading: None,
        caption: "chartCost",
        rows: usage::cost,
    },
    Chart {
        kind: "final-report",
        section: "round-history",
        heading: None,
        caption: "chartConvergence",
        rows: convergence::rows,
    },
    Chart {
        kind: "final-report",
        section: "final-verification",
        heading: Some("requirementCoverage"),
        caption: "chartCoverage",
        rows: coverage::rows,
    },
    Chart {
        kind: "triage",
        section: "counts",
        heading: None,
        caption: "chartSeverity",
        rows: severity::rows,
    },
    Chart {
        kind: "agent-state",
        section: "phases",
        heading: None,
        caption: "chartPhases",
        rows: timeline::rows,
    },
    Chart {
        kind: "agent-state",
        section: "review-iterations",
        heading: None,
        caption: "chartReviews",
        rows: reviews::rows,
    },
    Chart {
        kind: "council",
        section: "tally",
        heading: None,
        caption: "chartVotes",
        rows: votes::tally,
    },
    Chart {
        kind: "council",
        section: "tally",
        heading: None,
        caption: "chartConfidence",
        rows: votes::confidence,
    },
];

/// The charts of one document, drawn, by the section they stand in.
#[derive(Debug, Default)]
pub(super) struct Charts {
    drawn: HashMap<&'static str, Vec<Drawn>>,
}

#[derive(Debug)]
struct Drawn {
    /// The text of the heading, where it is not the first of the section.
    heading: Option<&'static str>,
    figure: String,
}

pub(super) fn of(document: &Document, labels: Labels) -> Charts {
    let label = |name| labels.get(name).unwrap_or_default();
    let mut charts = Charts::default();
    for (number, chart) in CHARTS.iter().enumerate() {
        if chart.kind != document.kind().name {
            continue;
        }
        let Some(rows) = (chart.rows)(document.value(), labels) else { continue };
        let caption = label(chart.caption);
        let figure = format!(
            "<figure>\n<figcaption>{}</figcaption>\n{}</figure>\n",
            escaped(caption),
            rows.draw(number, caption, label("chartMore"))
        );
        let drawn = Drawn { heading: chart.heading.map(label), figure };
        charts.drawn.entry(chart.section).or_default().push(drawn);
    }
    charts
}

impl Charts {
    /// The charts that stand after a heading.
    pub(super) fn after(&self, here: &Landmark) -> Option<String> {
        let drawn = self.drawn.get(here.section)?.iter();
        let figures: String = drawn
            .filter(|drawn| drawn.heading.map_or(here.opens, |text| text == here.text))
            .map(|drawn| drawn.figure.as_str())
            .collect();
        (!figures.is_empty()).then(|| format!("<div class=\"charts\">\n{figures}</div>\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::Kind;
    use crate::labels::Language;

    #[test]
    fn every_chart_has_its_section_and_its_labels() {
        let labels = Labels::of(Language::En);
        for chart in CHARTS {
            let names = [Some(chart.caption), chart.heading];
            assert!(names.into_iter().flatten().all(|name| labels.get(name).is_some()));
            let kind = Kind::named(chart.kind).expect(chart.kind);
            assert!(kind.sections.iter().any(|s| s.name == chart.section), "{}", chart.section);
        }
    }
}
