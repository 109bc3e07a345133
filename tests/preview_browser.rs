//! The preview in a real browser. Without one these tests are skipped, except in CI.

#[path = "support/command.rs"]
mod command;
#[path = "support/preview.rs"]
mod preview;
mod support;

use std::fs;
use std::path::Path;

use command::folder;
use preview::Preview;
use serde_json::{Value, json};
use support::browser::Browser;

const QUICK: &str = include_str!("cases/final-report/quick.json");

/// The text of the report in its frame.
const REPORT: &str =
    "document.querySelector('iframe:not(.coming)')?.contentDocument.body.innerText";

fn with(change: impl FnOnce(&mut Value)) -> String {
    let mut document = serde_json::from_str(QUICK).unwrap();
    change(&mut document);
    serde_json::to_string_pretty(&document).unwrap()
}

fn titled(title: &str) -> String {
    with(|document| document["frontmatter"]["title"] = title.into())
}

/// Writes a file as many editors do: beside it first, then over it.
fn replace(path: &Path, text: &str) {
    let beside = path.with_extension("tmp");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

fn wait_for_report(browser: &Browser, text: &str) {
    browser.wait(&format!("{REPORT}?.includes({})", Value::from(text)));
}

/// Nothing was asked for elsewhere, and the browser has nothing to complain about.
#[track_caller]
fn assert_quiet(browser: &Browser, preview: &Preview) {
    let requests = browser.requests();
    assert!(!requests.is_empty());
    let elsewhere: Vec<_> =
        requests.iter().filter(|url| !url.starts_with(&preview.address)).collect();
    assert_eq!(elsewhere, [] as [&String; 0]);
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
fn every_sample_can_be_picked() {
    let Some(browser) = Browser::start() else { return };
    let preview = Preview::start(Path::new("."), &[]);
    browser.visit(&preview.address);
    for kind in final_report::KINDS {
        for sample in kind.samples {
            let pick = |select: &str, value: &str| {
                browser.run(&format!(
                    "const select = document.getElementById('{select}');
                    if (select.value === '{value}') return;
                    select.value = '{value}';
                    select.dispatchEvent(new Event('change'))"
                ));
                browser.wait(&format!("document.getElementById('{select}').value === '{value}'"));
            };
            browser.wait("document.getElementById('kinds').value");
            pick("kinds", kind.name);
            let first = kind.samples[0].name;
            let chosen = |sample: &str| {
                browser.wait(&format!(
                    "shown.choices.chosen.kind === '{}' && shown.choices.chosen.sample === '{sample}'
                    && frame?.src.endsWith('/' + shown.report)",
                    kind.name
                ));
            };
            if sample.name == first {
                chosen(first);
            }
            pick("samples", sample.name);
            chosen(sample.name);
            let document: Value = serde_json::from_str(sample.text).unwrap();
            let report = support::page::page(&document).report.markdown;
            assert_eq!(browser.run("return shown.markdown"), report);
            let title = report.lines().find_map(|line| line.strip_prefix("# ")).unwrap();
            let heading = "frame.contentDocument.querySelector('h1').textContent";
            let shown = browser.run(&format!("return {heading}"));
            let bare = |text: &str| support::bare(&text.replace('\\', ""));
            assert_eq!(bare(shown.as_str().unwrap()), bare(title));
        }
    }
    assert_quiet(&browser, &preview);
}

#[test]
fn a_saved_change_of_document_or_template_is_seen_where_the_reader_is() {
    let Some(browser) = Browser::start() else { return };
    let own = b"# First {{ frontmatter.title }}\n";
    let folder = folder(&[("X.json", QUICK.as_bytes()), ("own/final-report/header.md.j2", own)]);
    let preview = Preview::start(folder.path(), &["X.json", "--templates", "own"]);
    browser.visit(&preview.address);
    wait_for_report(&browser, "First ");
    browser.run("frame.contentWindow.scrollTo(0, 200)");
    replace(&folder.path().join("X.json"), &titled("Anew"));
    wait_for_report(&browser, "First Anew");
    assert_eq!(browser.run("return frame.contentWindow.scrollY"), 200);
    assert_eq!(browser.run("return document.querySelectorAll('iframe').length"), 1);

    browser.run("document.getElementById('tab-markdown').click()");
    replace(
        &folder.path().join("own/final-report/header.md.j2"),
        "# Second {{ frontmatter.title }}\n",
    );
    browser.wait("document.getElementById('lines').innerText.includes('# Second Anew')");
    let selected = "return document.querySelector('[role=tab][aria-selected=true]').id";
    assert_eq!(browser.run(selected), "tab-markdown");
    assert_quiet(&browser, &preview);
}

#[test]
fn an_error_stands_above_the_last_good_report_until_it_is_mended() {
    let Some(browser) = Browser::start() else { return };
    let own = b"# First {{ frontmatter.title }}\n";
    let folder = folder(&[("X.json", QUICK.as_bytes()), ("own/final-report/header.md.j2", own)]);
    let (document, template) =
        (folder.path().join("X.json"), folder.path().join("own/final-report/header.md.j2"));
    let preview = Preview::start(folder.path(), &["X.json", "--templates", "own"]);
    browser.visit(&preview.address);
    wait_for_report(&browser, "First ");
    let fault = "document.getElementById('fault')";
    let breaks = [
        (&template, "# {{ frontmatter.tilte }}\n".to_owned(), "TP003"),
        (&document, "{ \"frontmatter\": ".to_owned(), "JS001"),
        (&document, with(|document| document["header"]["taskKey"] = 1.into()), "SC0"),
    ];
    for (path, text, code) in breaks {
        let good = fs::read_to_string(path).unwrap();
        replace(path, &text);
        browser.wait(&format!("{fault}.checkVisibility() && {fault}.innerText.includes('{code}')"));
        assert_eq!(browser.run(&format!("return {REPORT}.includes('First ')")), true);
        let on_top = format!(
            "const {{ left, top }} = {fault}.getBoundingClientRect();
            return {fault}.contains(document.elementFromPoint(left + 5, top + 5))"
        );
        assert_eq!(browser.run(&on_top), true);
        let count = browser.run("return document.getElementById('diagnostics-count').textContent");
        assert_ne!(count, "0");
        replace(path, &good);
        browser.wait(&format!("!{fault}.checkVisibility()"));
        wait_for_report(&browser, "First ");
    }
    assert_quiet(&browser, &preview);
}

#[test]
fn a_clicked_part_tells_the_template_line_and_the_place_in_the_document() {
    let Some(browser) = Browser::start() else { return };
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    let preview = Preview::start(folder.path(), &["X.json"]);
    browser.visit(&preview.address);
    browser.wait("frame");
    let origin = "document.getElementById('origin').innerText";
    let click = |selector: &str, part: &str| {
        browser.run(&format!(
            "const all = [...frame.contentDocument.querySelectorAll('{selector}')];
            all.find((one) => one.textContent.includes('{part}')).click()"
        ));
    };
    let document: Value = serde_json::from_str(QUICK).unwrap();
    click("header li", document["header"]["taskKey"].as_str().unwrap());
    browser.wait(&format!("{origin}.includes('/header/taskKey')"));
    browser.wait(&format!("{origin}.includes('final-report/header:4:')"));
    browser.wait(&format!("{origin}.includes('X.json:')"));
    click("h1", "");
    browser.wait(&format!("{origin}.includes('/frontmatter/title')"));
    click("section.verdict-card td", document["finalVerdict"]["direction"].as_str().unwrap());
    browser.wait(&format!("{origin}.includes('final-report/verdict-card:7:')"));
    browser.wait(&format!("{origin}.includes('/verdictCard/direction')"));
    click("h2", "Verdict Card");
    browser.wait(&format!("{origin}.includes('Made from /verdictCard')"));

    // The same for a keyboard, in the lines of the markdown.
    browser.run("document.getElementById('tab-markdown').click(); lines.focus()");
    browser.press('\u{E015}');
    browser.press('\u{E015}');
    browser.wait(&format!("{origin}.includes('/frontmatter/title')"));
    assert_eq!(browser.run("return lines.getAttribute('aria-activedescendant')"), "line-2");
    browser.press('\u{E00C}');
    browser.wait(&format!("!{origin}.includes('/frontmatter/title')"));
    assert_quiet(&browser, &preview);
}

#[test]
fn a_keyboard_moves_through_the_views() {
    let Some(browser) = Browser::start() else { return };
    let preview = Preview::start(Path::new("."), &[]);
    browser.visit(&preview.address);
    browser.wait("frame");
    browser.run("document.getElementById('tab-report').focus()");
    let (right, end) = ('\u{E014}', '\u{E010}');
    let seen = "return [document.activeElement.id, document.querySelector('[role=tabpanel]:not([hidden])').id]";
    browser.press(right);
    assert_eq!(browser.run(seen), json!(["tab-markdown", "view-markdown"]));
    browser.press(right);
    assert_eq!(browser.run(seen), json!(["tab-sections", "view-sections"]));
    let rows = "return document.querySelectorAll('#sections tr').length";
    assert_eq!(browser.run(rows), final_report::KINDS[0].sections.len());
    browser.press(end);
    assert_eq!(browser.run(seen), json!(["tab-diagnostics", "view-diagnostics"]));
    let unnamed =
        "return [...document.querySelectorAll('button, select, iframe, [tabindex=\"0\"]')]
        .filter((one) => !(one.labels?.[0] ?? one).textContent.trim() && !one.title
            && !one.ariaLabel && !one.getAttribute('aria-labelledby'))
        .map((one) => one.outerHTML)";
    assert_eq!(browser.run(unnamed), json!([]));
}

#[test]
fn nothing_that_comes_with_the_data_runs_or_leads_away() {
    let Some(browser) = Browser::start() else { return };
    let attack = "<script>top.hit = window.hit = 1</script><img src=http://127.0.0.1:9/x onerror='top.hit = 1'>\
        <svg onload='top.hit = 1'></svg>[a](javascript:top.hit=1) [b](https://evil.example/)";
    let text = with(|document| {
        document["frontmatter"]["title"] = attack.into();
        document["summary"][0]["summary"] = attack.into();
        // Among what is wrong with the document, too.
        document["header"][attack] = attack.into();
    });
    let valid = with(|document| {
        document["frontmatter"]["title"] = attack.into();
        document["summary"][0]["summary"] = attack.into();
    });
    let own = format!("# Own {{{{ frontmatter.title }}}}\n\n{attack}\n");
    let folder =
        folder(&[("X.json", valid.as_bytes()), ("own/final-report/header.md.j2", own.as_bytes())]);
    let preview = Preview::start(folder.path(), &["X.json", "--templates", "own"]);
    browser.visit(&preview.address);
    wait_for_report(&browser, "Own <script>");
    let click = "for (const part of frame.contentDocument.querySelectorAll('a, [data-sourcepos]')) part.click()";
    browser.run(click);
    browser.wait("document.getElementById('origin-body').querySelector('.excerpt')");
    browser.run("document.querySelectorAll('#lines > div').forEach((line) => line.click())");
    replace(&folder.path().join("X.json"), &text);
    browser.wait("document.getElementById('fault').checkVisibility()");
    assert_eq!(
        browser.run("return [window.hit ?? null, frame.contentWindow.hit ?? null]"),
        json!([null, null])
    );
    let own = "return [document.scripts.length, document.images.length,
        frame.contentDocument.scripts.length, frame.contentDocument.images.length,
        frame.contentWindow.location.href.split('#')[0] === frame.src]";
    assert_eq!(browser.run(own), json!([1, 1, 0, 0, true]));
    assert_quiet(&browser, &preview);

    // And if something got in all the same, the policies of both pages would stop it.
    let insert = "for (const page of [document, frame.contentDocument]) {
        page.body.insertAdjacentHTML('beforeend', '<img src=\"data:,x\" onerror=\"top.hit = 1\">');
        const script = page.createElement('script');
        script.text = 'top.hit = 1';
        page.body.append(script);
    }
    fetch('http://127.0.0.1:9/').catch(() => {})";
    browser.run(insert);
    assert_eq!(browser.run("return window.hit ?? null"), Value::Null);
    assert!(!browser.complaints().is_empty());
}

#[test]
fn the_page_fits_a_narrow_window() {
    let Some(browser) = Browser::start() else { return };
    let size = json!({ "width": 360, "height": 700, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", &size);
    let folder = folder(&[("X.json", QUICK.as_bytes())]);
    let preview = Preview::start(folder.path(), &["X.json"]);
    browser.visit(&preview.address);
    browser.wait("frame");
    replace(&folder.path().join("X.json"), "{");
    browser.wait("document.getElementById('fault').checkVisibility()");
    for tab in ["report", "markdown", "sections", "diagnostics"] {
        browser.run(&format!("document.getElementById('tab-{tab}').click()"));
        let fits = "const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
            return [scrollWidth <= clientWidth, scrollHeight <= clientHeight]";
        assert_eq!(browser.run(fits), json!([true, true]), "{tab}");
    }
}
