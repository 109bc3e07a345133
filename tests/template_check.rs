//! `template check`: what is wrong with templates is found without a document.

#[path = "support/command.rs"]
mod command;

use std::fs;

use command::{Run, folder, run};
use final_report::{
    BuiltInTemplate, Document, Error, KINDS, Renderer, TemplateFolder, check_templates,
};
use serde_json::Value;
use tempfile::TempDir;

/// The text of a built-in template in which `from`, which it says once, is `to`.
#[track_caller]
fn changed(name: &str, from: &str, to: &str) -> String {
    let text = BuiltInTemplate::named(name).expect(name).text;
    assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
    text.replace(from, to)
}

fn with(templates: &[(&str, &str)]) -> TempDir {
    let files: Vec<(String, &[u8])> =
        templates.iter().map(|(name, text)| (format!("own/{name}"), text.as_bytes())).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    folder(&files)
}

fn check(templates: &[(&str, &str)], more: &[&str]) -> Run {
    let folder = with(templates);
    let run = run(&[&["template", "check", "own"], more].concat()).in_folder(&folder).end();
    run.assert_harmless();
    run
}

/// What is wrong with templates: `line:column code message`, in order.
fn faults(templates: &[(&str, &str)]) -> Vec<String> {
    let folder = with(templates);
    let own = TemplateFolder::read(&folder.path().join("own")).unwrap();
    let faults = check_templates(Some(&own)).faults;
    let said = faults.iter().map(|fault| {
        let found = &fault.diagnostic;
        let place = found.span.as_ref().map(|span| format!("{}:{} ", span.line, span.column));
        format!("{}{} {}", place.unwrap_or_default(), found.code.id, found.message)
    });
    said.collect()
}

/// What is wrong with a template in the place of the tally of a council.
fn tally(text: &str) -> Vec<String> {
    faults(&[("council/tally.md.j2", text)])
}

const NOTHING: [&str; 0] = [];

#[test]
fn nothing_is_wrong_with_the_built_in_templates() {
    let run = run(&["template", "check"]).end();
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:#?}");
    let samples: usize = KINDS.iter().map(|kind| kind.samples.len() + kind.minimal.len()).sum();
    let templates = BuiltInTemplate::all().len();
    let said = format!("{templates} templates, {samples} samples: nothing wrong\n");
    assert_eq!(run.stderr, said);
}

/// A case for each class of fault, with what people read.
const CASES: &[(&str, &[(&str, &str)])] = &[
    ("syntax", &[("triage/ref.md.j2", "`{{ row.file }}`\n{% if row.line %}\n")]),
    (
        "unknown-word",
        &[(
            "council/tally.md.j2",
            "{% for row in tally %}\n- {{ row.count | plian }}: {{ row.vote.upper() }} {{ lenght(row.voters) }}\n\
             {% if row.voters is gven %}\n{% endif %}\n{% endfor %}\n",
        )],
    ),
    (
        "unknown-variable",
        &[(
            "final-report/header.md.j2",
            "# {{ frontmatter.titel }}\n\n- {{ label.taskKye }}: {{ header.taskKye }} {{ sumary }}\n\
             - {{ verdictCard.nextStep }} {{ verdict.nextSteps }} {{ summary.id }} {{ header.taskKey.x }}\n",
        )],
    ),
    (
        "unknown-template",
        &[("council/tally.md.j2", "{% include \"council/talley\" %}{% include \"../x\" %}\n")],
    ),
    (
        "unguarded",
        &[(
            "council/tally.md.j2",
            "- {{ findings[0].severity }}\n- {{ (findings | last).suggested_action }}\n",
        )],
    ),
    (
        "misplaced",
        &[(
            "council/tally.md.j2",
            "{% for row in tally %}\n<!-- {{ row.vote }} -->\n<b {{ row.count }}>\n{% endfor %}\n{{ tally }}\n",
        )],
    ),
    ("lost", &[("final-report/summary.md.j2", ""), ("triage/verification.md.j2", "—")]),
    ("unused", &[("final-report/sumary.md.j2", "## S\n"), ("notes.md", "x")]),
];

#[test]
fn every_class_of_fault_is_shown_in_its_template() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/template-check");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, templates) in CASES {
            let run = check(templates, &[]);
            assert_eq!(run.code, i32::from(*name != "unused"), "{name}: {run:#?}");
            insta::assert_snapshot!(*name, format!("{}{}", run.stdout, run.stderr));
        }
    });
}

#[test]
fn faults_come_in_every_message_format() {
    let (_, templates) = CASES[1];
    let said = |format: &str| check(templates, &["--message-format", format]).stdout;
    let lines: Vec<Value> =
        said("json").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["path"], "own/council/tally.md.j2");
    assert_eq!(lines[0]["diagnostics"].as_array().unwrap().len(), 4);
    assert_eq!(lines[0]["diagnostics"][0]["line"], 2);
    assert!(said("short").starts_with("own/council/tally.md.j2:2:18: error[TP002] there is no"));
    assert!(said("github").contains("::error file=own/council/tally.md.j2,line=2,"));
    let log: Value = serde_json::from_str(&said("sarif")).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 4);
    let none = run(&["template", "check", "--message-format", "sarif"]).end();
    let log: Value = serde_json::from_str(&none.stdout).unwrap();
    assert_eq!((none.code, &log["runs"][0]["results"]), (0, &serde_json::json!([])));
}

#[test]
fn a_folder_that_cannot_be_read_is_no_finding() {
    let run = run(&["template", "check", "nonesuch"]).end();
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("cannot use nonesuch as templates"), "{}", run.stderr);
}

#[test]
fn names_are_followed_through_loops_assignments_and_includes() {
    let text = "{% set all = findings or none %}{% with mine = all | sort(attribute=\"role\") %}\n\
                {% for one in mine if one.vot is defined %}{{ one.role }}{% endfor %}{% endwith %}\n\
                {% set one = (all | first) if all else none %}{{ one.reasn }}\n\
                {% for one in all %}{% for it in one.issues | default([]) %}{{ it.severty }}\n\
                {{ loop.indx }}{% endfor %}{% endfor %}{{ mine }}\n\
                {% for row in tally %}{% include \"own/row\" %}{% endfor %}\n\
                {{ all | map(attribute=\"rol\") | join }}{{ tally[0].vots }}\n";
    let said = faults(&[
        ("council/tally.md.j2", text),
        ("own/row.md.j2", "{{ row.cout }}{% set later = tally %}\n{{ later[0].cout }}\n"),
    ]);
    let wanted = [
        "2:23 TP008 `one` has no `vot`",
        "3:50 TP008 `one` has no `reasn`",
        "4:64 TP008 `it` has no `severty`",
        "5:4 TP008 `loop` has no `indx`",
        "5:43 TP008 there is no variable `mine`",
        "7:10 TP008 `map` asks for `rol`, which these values do not have",
        "7:43 TP008 `tally[0]` has no `vots`",
        "1:4 TP008 `row` has no `cout`",
        "2:4 TP008 `later[0]` has no `cout`",
    ];
    assert_eq!(said, wanted);
}

#[test]
fn branches_that_no_sample_takes_are_read_too() {
    let said = tally("{% if tally | length > 99 %}\n{{ tally[0].cout }}\n{% endif %}\n");
    assert_eq!(said, ["2:4 TP008 `tally[0]` has no `cout`"]);
    // And a guard is no excuse for a name that there cannot be.
    let said = tally("{% if findigs is defined %}{{ findigs }}{% endif %}\n");
    let unknown = |column| format!("1:{column} TP008 there is no variable `findigs`");
    assert_eq!(said, [unknown(7), unknown(31)]);
}

#[test]
fn what_either_branch_has_set_is_known_behind_them() {
    let text = "{% if tally | length > 99 %}\n\
                {% if findings %}{% set one = tally[0] %}{% else %}{% set one = findings[0] %}{% endif %}\n\
                {{ one.count }}{{ one.role }}{{ one.nonesuch }}\n{% endif %}\n";
    assert_eq!(tally(text), ["3:33 TP008 `one` has no `nonesuch`"]);
}

#[test]
fn sections_that_no_sample_needs_are_rendered_too() {
    let hidden = "TP004 no value can stand inside an HTML tag or comment";
    let other = "{{ label.otherData }}\n<!-- {{ otherData | json }} -->\n";
    let said = faults(&[("shared/other-data.md.j2", other)]);
    assert_eq!(said, [format!("2:9 {hidden}")]);
    let found = "{% for row in consistencyFindings %}\n<!-- {{ row.pointer }} -->\n{% endfor %}\n";
    let said = faults(&[("shared/consistency-findings.md.j2", found)]);
    assert!(said.contains(&format!("2:9 {hidden}")), "{said:#?}");
}

#[test]
fn labels_are_known_by_name_and_only_printed() {
    let said = tally("{{ label.tally }}{{ label.taly }}{{label.tally}}{{ label.tally | upper }}\n");
    let only = "TP008 the label `tally` can only be printed, and as it is";
    let wanted = ["1:21 TP008 there is no label `taly`".to_owned()];
    assert_eq!(said[..1], wanted);
    assert_eq!(said[1..], [format!("1:36 {only}"), format!("1:52 {only}")]);
}

#[test]
fn templates_that_are_written_in_another_way_have_nothing_wrong_in_them() {
    let text = "{% set ns = namespace(total=0) %}{% set most = {} %}\n\
                {% for row in tally %}{% set ns.total = ns.total + row.count %}{% endfor %}\n\
                {{ label.votes }}: {{ ns.total }} {{ most.any | default(\"\") }}\n\n\
                {% for vote, rows in findings | groupby(\"vote\") %}\n\
                {% set names = rows | map(attribute=\"role\") | list %}\n\
                - `{{ vote }}` {{ names | join(\", \") }}\n\
                {% endfor %}\n\
                {% for pair in findings | map(\"items\") %}{% for key, value in pair %}\n\
                {% if key in [\"role\"] %}{{ loop.index }}. {{ value | upper }}{{ loop.cycle(\"\", \"!\") }}\n\
                {% endif %}{% endfor %}{% endfor %}\n\
                {% for finding in findings recursive %}{% endfor %}\n\
                {% filter upper %}{{ findings[0].vote }}{% endfilter %}\n\
                {% set name %}{{ findings[0][\"role\"] }}{% endset %}{{ name }}\n\
                {% import \"own/words\" as words %}{{ words.hello }}\n\
                {% from \"own/words\" import hello as hi %}{{ hi }}\n\
                {% include [\"own/none\", \"own/words\"] %}{% include \"own/none\" ignore missing %}\n\
                {% if verdict is defined and consistencyFindings is not defined %}{{ verdict.word }}{% endif %}\n";
    let said = faults(&[
        ("council/tally.md.j2", text),
        ("own/words.md.j2", "{% set hello = \"hello\" %}\n"),
    ]);
    assert_eq!(said, NOTHING);
}

#[test]
fn a_required_property_that_is_shown_nowhere_is_lost() {
    let lost = |name: &str, from: &str| {
        let file = format!("{name}.md.j2");
        faults(&[(&file, &changed(name, from, ""))])
    };
    let said = |kind: &str, place: &str| {
        vec![format!("TP009 no template of {kind} shows {place}, which its schema requires")]
    };
    // A column of a table.
    let found = lost("final-report/evidence", " {{ row.source }} |");
    assert_eq!(found, said("final-report", "/evidence/primary/*/source"));
    // Words in a list of its own: another word has to be valid too.
    let found = lost("final-report/implementation-planning", " {{ row.classification }} |");
    let rows = "/implementationPlanning/planBodyVerification/verdictSummary/*/classification";
    assert_eq!(found, said("final-report", rows));
    assert_eq!(
        lost("council/voters", "{{ finding.reason }}"),
        said("council", "/findings/*/reason")
    );
    // What may be absent may be left out, and what another section shows is not lost.
    assert_eq!(lost("council/voters", ": {{ finding.suggested_action }}"), NOTHING);
    assert_eq!(lost("final-report/header", "# {{ frontmatter.title }}\n"), NOTHING);
}

#[test]
fn what_a_view_takes_up_is_used_where_its_names_are() {
    // The verdict is shown twice, from one value that is made of two parts of the document.
    let card = ("final-report/verdict-card.md.j2", "");
    assert_eq!(faults(&[card]), NOTHING);
    let said =
        faults(&[card, ("final-report/final-verdict.md.j2", "## {{ label.finalVerdict }}\n")]);
    assert!(said.iter().all(|said| said.starts_with("TP009 ")), "{said:#?}");
    let lost = |property: &str| said.iter().any(|said| said.contains(property));
    assert!(lost("/finalVerdict,") && lost("/verdictCard/approvalRequired,"), "{said:#?}");
}

#[test]
fn values_that_some_valid_document_lacks_are_missed() {
    // Absent, `null`, and the first of none.
    let text = "{{ findings[0].severity }}\n\
                {% for one in findings if one.vote == \"APPROVE\" and one.issues is defined %}\n\
                {{ one.issues[0].severity }}\n{% endfor %}\n";
    let said = tally(text);
    let wanted = ["1:4 TP003 `findings[0].severity` has", "3:14 TP003 `one.issues[0]` has"];
    assert!(said.len() == 2 && said[0].starts_with(wanted[0]), "{said:#?}");
    assert!(said[1].starts_with(wanted[1]), "{said:#?}");
    let guarded = "{% for one in findings %}{% if one.severity is given %}{{ one.severity }}\n\
                   {% endif %}{% for issue in one.issues | default([]) %}{{ issue.severity }}\n\
                   {% endfor %}{% endfor %}\n";
    assert_eq!(tally(guarded), NOTHING);
}

#[test]
fn all_faults_are_found_at_once_and_each_once() {
    let text = "<!-- {{ findings[0].role }} -->\n<!-- {{ findings[0].vote }} -->\n\
                {{ findings }} {{ findings[0].rol }}\n{{ findings[0].role | usd }}\n\
                {% include \"own/cell\" %}{% include \"own/cell\" %}\n";
    let said = faults(&[("council/tally.md.j2", text), ("own/cell.md.j2", "{{ tallly }}\n")]);
    let codes: Vec<&str> =
        said.iter().map(|said| &said[..said.rfind(" TP").unwrap() + 6]).collect();
    assert_eq!(
        codes,
        ["1:9 TP004", "2:9 TP004", "3:4 TP007", "3:19 TP008", "4:23 TP007", "1:4 TP008"]
    );
}

#[test]
fn a_template_that_fails_is_not_blamed_for_what_it_would_show() {
    let file = "final-report/summary.md.j2";
    assert_eq!(faults(&[(file, "{% for row in summary %}")]).len(), 1);
    // Nor are those that link to it.
    let said =
        faults(&[("agent-state/delivery.md.j2", "## {{ label.delivery }}\n{{ pr | usd }}\n")]);
    assert_eq!(said.len(), 1, "{said:#?}");
}

#[test]
fn runaway_templates_are_begun_once() {
    let endless = "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}";
    let said = tally(endless);
    assert!(said.len() == 1 && said[0].contains("TP005"), "{said:#?}");
    let said = tally("{% include \"council/tally\" %}");
    assert!(said.len() == 1 && said[0].contains("TP005"), "{said:#?}");
    // A hundred thousand ways through templates that include each other take no longer.
    let many = "{% include \"own/b\" %}".repeat(20);
    let files: Vec<(String, String)> = ('b'..'g')
        .zip('c'..)
        .map(|(own, next)| {
            let inner = format!("{{% if nonesuch %}}{{% include \"own/{next}\" %}}{{% endif %}}");
            (format!("own/{own}.md.j2"), inner.repeat(20))
        })
        .collect();
    let mut templates = vec![("council/tally.md.j2", many.as_str()), ("own/g.md.j2", "")];
    templates.extend(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let said = faults(&templates);
    assert!(said.iter().all(|said| said.contains("there is no variable `nonesuch`")), "{said:#?}");
}

/// Whatever fails when a sample is rendered is found by the check, in the same line.
#[test]
fn what_fails_in_a_render_is_found_by_the_check() {
    let texts = [
        "\n{{ nonesuch }}\n",
        "{% for row in findings %}\n{{ row.rol }}\n{% endfor %}\n",
        "\n\n{{ findings[0].role | nonesuch }}\n",
        "\n{% if findings is nonesuch %}{% endif %}\n",
        "{{ nonesuch() }}\n",
        "\n{{ findings.items() }}\n",
        "\n{% include \"council/nonesuch\" %}\n",
        "\n{% include \"../nonesuch\" %}\n",
        "{% if true %}\n",
        "\n\n<!-- {{ findings[0].role }} -->\n",
        "a\n`{{ findings[0].role }}\n",
        "\n{{ findings }}\n",
        "\n{{ findings[0].role + 1 }}\n",
        "\n{{ findings[0].role | duration }}\n",
        "\n{% for finding in findings %}{{ finding.severity }}{% endfor %}\n",
        "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}\n",
    ];
    let kind = KINDS.iter().find(|kind| kind.name == "council").unwrap();
    for text in texts {
        let folder = with(&[("council/tally.md.j2", text)]);
        let own = TemplateFolder::read(&folder.path().join("own")).unwrap();
        let checked = check_templates(Some(&own)).faults;
        let renderer = Renderer::new().templates(own);
        let lines = kind.samples.iter().filter_map(|sample| {
            let document = Document::parse_as(sample.text.as_bytes(), kind).unwrap();
            match renderer.markdown(&document) {
                Err(Error::Template(error)) => Some(error.diagnostic.span.unwrap().line),
                _ => None,
            }
        });
        let lines: Vec<usize> = lines.collect();
        assert!(!lines.is_empty(), "{text} renders");
        for line in lines {
            let is_there = |span: &final_report::Span| span.line == line;
            let known = checked.iter().filter_map(|fault| fault.diagnostic.span.as_ref());
            assert!(known.into_iter().any(is_there), "{text}: line {line} of {checked:#?}");
        }
    }
}

#[test]
fn files_that_nothing_uses_are_read_for_what_they_are() {
    let said = faults(&[("council/talley.md.j2", "{{ whatever | nonesuch }}\n")]);
    assert_eq!(said, ["TP010 nothing uses this file", "1:15 TP002 there is no filter `nonesuch`"]);
}

#[test]
fn hostile_templates_say_nothing_to_a_terminal() {
    let text =
        "{{ \"\u{1b}[2J\".x }}{{ findings[\"\u{1b}[31m\u{202e}\"] }}{% include \"\u{1b}]0;x\" %}";
    let run = check(&[("council/tally.md.j2", text)], &[]);
    assert_eq!(run.code, 1);
    assert!(!run.stdout.contains('\u{202e}'), "{}", run.stdout);
}

#[test]
fn nothing_is_written() {
    let folder = with(&[("council/tally.md.j2", "x\n")]);
    let path = folder.path().join("own/council/tally.md.j2");
    run(&["template", "check", "own"]).in_folder(&folder).end();
    assert_eq!(fs::read_to_string(path).unwrap(), "x\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
