//! Pages in a real browser. Without one these tests are skipped, except in CI.

mod support;

use final_report::KINDS;
use serde_json::{Value, json};
use support::browser::Browser;
use support::page::page;

/// The samples of every kind.
fn samples() -> impl Iterator<Item = Value> {
    let samples = KINDS.iter().flat_map(|kind| kind.samples);
    samples.map(|sample| serde_json::from_str(sample.text).unwrap())
}

fn plan() -> Value {
    samples().next().unwrap()
}

#[test]
fn every_page_loads_without_a_complaint_and_asks_for_nothing() {
    let Some(browser) = Browser::start() else { return };
    for document in samples() {
        let url = browser.open(&page(&document).html);
        assert_eq!(browser.requests(), [url]);
        assert_eq!(browser.complaints(), [] as [Value; 0]);
        // Its own style is in force.
        assert_eq!(browser.run("return getComputedStyle(document.body).display"), "grid");
    }
}

#[test]
fn nothing_that_comes_with_the_data_runs() {
    let Some(browser) = Browser::start() else { return };
    let attack = "</textarea></script><script>window.hit = 1</script><img src=x onerror='hit = 1'>\
        <svg onload='hit = 1'></svg><iframe srcdoc='<script>parent.hit = 1</script>'></iframe>\
        [a](javascript:hit=1) <a href='javascript:hit=1'>b</a> <b onclick='hit = 1'>c</b>";
    let mut document = plan();
    document["frontmatter"]["title"] = attack.into();
    document["summary"][0]["summary"] = attack.into();
    document["clarificationItems"][0]["status"] = "answered".into();
    document["clarificationItems"][0]["userInput"] = attack.into();
    document["executionStatus"][0]["role"] = attack.into();
    document["executionStatus"][0]["summary"] = attack.into();
    for figure in ["totalTokens", "billableTokens", "costUsd"] {
        document["executionStatus"][0][figure] = 1.into();
    }
    let url = browser.open(&page(&document).html);
    browser.run(
        "for (const a of document.querySelectorAll('a:not([href^=\"#\"]), main b')) a.click()",
    );
    assert_eq!(browser.run("return window.hit ?? null"), Value::Null);
    assert_eq!(browser.run("return document.scripts.length"), 1);
    assert_eq!(browser.run("return document.querySelector('textarea').value"), attack);
    assert_eq!(browser.requests(), [url]);
    assert_eq!(browser.complaints(), [] as [Value; 0]);

    // And if something got in all the same, the policy of the page would stop it.
    browser.run(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"hit = 1\">');
        document.body.append(Object.assign(document.createElement('script'), { text: 'hit = 1' }));
        document.body.insertAdjacentHTML('beforeend', '<p id=late style=\"color: red\">');
        fetch('http://127.0.0.1:9/').catch(() => {})",
    );
    assert_eq!(browser.run("return window.hit ?? null"), Value::Null);
    let colours = "const of = (e) => getComputedStyle(e).color;
        return of(document.getElementById('late')) === of(document.body)";
    assert_eq!(browser.run(colours), true);
    let violations = browser.complaints();
    assert!(violations.len() >= 4, "{violations:#?}");
}

#[test]
fn a_dark_scheme_makes_a_dark_page() {
    let Some(browser) = Browser::start() else { return };
    let brightness = |scheme: &str| {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        browser.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
        browser.open(&page(&plan()).html);
        let script = "const light = (colour) => colour.match(/\\d+/g).slice(0, 3)
                .reduce((sum, channel) => sum + Number(channel), 0) / 765;
            const { color, backgroundColor } = getComputedStyle(document.body);
            return [light(color), light(backgroundColor)]";
        let found = browser.run(script);
        [found[0].as_f64().unwrap(), found[1].as_f64().unwrap()]
    };
    let [text, ground] = brightness("light");
    assert!(text < 0.3 && ground > 0.9, "{text} {ground}");
    let [text, ground] = brightness("dark");
    assert!(text > 0.7 && ground < 0.2, "{text} {ground}");
}

#[test]
fn a_response_holds_what_was_answered() {
    let Some(browser) = Browser::start() else { return };
    let document = plan();
    let made = page(&document);
    browser.open(&made.html);
    let answer = "sunday, | `at` four\n\n\"noon\" at the latest";
    let script = format!(
        "const field = document.querySelector('[data-answer=C-101]');
        field.value = {};
        field.dispatchEvent(new Event('input'));
        document.querySelector('[data-approval]').click();
        const said = document.querySelector('[role=status]').textContent;
        document.querySelector('aside button').click();
        return [said, document.querySelector('[role=status]').textContent]",
        Value::from(answer)
    );
    let file = "cartwheel-orders-shop-2147-implementation-planning.response.json";
    let said = browser.run(&script);
    assert_eq!(said, json!(["Changes not saved yet: 2", format!("Saved as {file}")]));
    let response = browser.downloaded(file);
    let mark = made.report.markdown.trim_end().rsplit_once('=').unwrap().1;
    let wanted = json!({
        "schemaVersion": "1.0",
        "kind": "final-report-response",
        "taskKey": document["header"]["taskKey"],
        "reportSha256": mark.strip_suffix(" -->").unwrap(),
        "approved": true,
        "answers": [{ "id": "C-101", "userInput": answer }],
    });
    assert_eq!(response, wanted);
    let schema = serde_json::from_str(include_str!("../schemas/response.schema.json")).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&response));
    assert_eq!(browser.complaints(), [] as [Value; 0]);
}

#[test]
fn an_answer_that_was_not_touched_is_not_in_the_response() {
    let Some(browser) = Browser::start() else { return };
    let mut document = plan();
    document["clarificationItems"][0]["status"] = "answered".into();
    document["clarificationItems"][0]["userInput"] = "\r\nweekday\r\n\tbefore 06:00\n".into();
    document["approvalBlock"]["approved"] = true.into();
    browser.open(&page(&document).html);
    let value = browser.run("return document.querySelector('[data-answer]').value");
    assert_eq!(value, "\nweekday\n\tbefore 06:00\n");
    browser.run("document.querySelector('aside button').click()");
    let response =
        browser.downloaded("cartwheel-orders-shop-2147-implementation-planning.response.json");
    assert_eq!((&response["approved"], &response["answers"]), (&json!(true), &json!([])));
}

#[test]
fn a_page_without_its_script_shows_everything_and_takes_no_answer() {
    let Some(browser) = Browser::start() else { return };
    browser.devtools("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    browser.open(&page(&plan()).html);
    browser.devtools("Emulation.setScriptExecutionDisabled", &json!({ "value": false }));
    let state = "return [document.querySelector('aside').checkVisibility(),
        document.querySelector('textarea').readOnly,
        document.querySelector('[data-approval]').disabled,
        document.querySelector('textarea').checkVisibility()]";
    assert_eq!(browser.run(state), json!([false, true, true, true]));
}

#[test]
fn no_page_is_wider_than_a_narrow_window() {
    let Some(browser) = Browser::start() else { return };
    let size = json!({ "width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", &size);
    for document in samples() {
        browser.open(&page(&document).html);
        let fits = "const { scrollWidth, clientWidth } = document.documentElement;
            return clientWidth > 300 && scrollWidth <= clientWidth";
        assert_eq!(browser.run(fits), true);
    }
}

#[test]
fn the_first_thing_a_keyboard_reaches_leads_past_the_index() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&page(&plan()).html);
    let (tab, enter) = ('\u{E004}', '\u{E007}');
    browser.press(tab);
    let seen = "return [document.activeElement.className,
        document.activeElement.getBoundingClientRect().top > 0]";
    assert_eq!(browser.run(seen), json!(["skip", true]));
    browser.press(enter);
    assert_eq!(browser.run("return document.activeElement.localName"), "main");
}
