"use strict";

const byId = (id) => document.getElementById(id);
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

let shown = { generation: -1, report: null };
let frame = null;
let selected = null;

/* Views */

const tabs = [...document.querySelectorAll("[role=tab]")];
const view = (tab) => byId(tab.getAttribute("aria-controls"));

function open(tab) {
  for (const one of tabs) {
    const is = one === tab;
    one.setAttribute("aria-selected", String(is));
    one.tabIndex = is ? 0 : -1;
    view(one).hidden = !is;
  }
}

for (const tab of tabs) {
  tab.addEventListener("click", () => open(tab));
  tab.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 };
    if (!(event.key in to)) return;
    event.preventDefault();
    const next = tabs[to[event.key] % tabs.length];
    open(next);
    next.focus();
  });
}

/* The report, in a frame where nothing runs: what is listened to is listened to from here. */

function showReport(generation) {
  const next = element("iframe", { title: "The report", src: `report/${generation}` });
  next.setAttribute("sandbox", "allow-same-origin");
  next.className = "coming";
  next.addEventListener("load", () => {
    const page = next.contentDocument;
    // A newer report is on its way, or this one is gone already.
    if (shown.report !== generation || !page?.querySelector("main")) return next.remove();
    const place = frame?.contentWindow;
    if (place) next.contentWindow.scrollTo(place.scrollX, place.scrollY);
    next.className = "";
    frame?.remove();
    byId("view-report").querySelector(".empty")?.remove();
    frame = next;
    page.addEventListener("click", (event) => {
      const link = event.target.closest("a[href]");
      // The preview shows this report, and nothing else.
      if (link && !link.getAttribute("href").startsWith("#")) event.preventDefault();
      explain(event.target.closest("[data-sourcepos]"));
    });
    page.addEventListener("auxclick", (event) => event.preventDefault());
    page.addEventListener("keydown", (event) => {
      if (event.key === "Escape") closeOrigin();
      if (event.key !== "Enter" || event.target.closest("a[href]")) return;
      explain(event.target.querySelector("[data-sourcepos]"));
    });
  });
  byId("view-report").append(next);
}

/* The markdown, a line an option. */

const lines = byId("lines");
let current = -1;

function showMarkdown(markdown) {
  const texts = markdown === null ? [] : markdown.replace(/\n$/, "").split("\n");
  lines.replaceChildren(
    ...texts.map((text, index) => {
      const line = element("div", { id: `line-${index + 1}` }, element("code", { textContent: text }));
      line.setAttribute("role", "option");
      line.setAttribute("aria-selected", "false");
      line.dataset.number = index + 1;
      return line;
    }),
  );
  if (current >= 0 && current < texts.length) mark(current);
  else current = -1;
}

function mark(index) {
  lines.children[current]?.setAttribute("aria-selected", "false");
  current = index;
  const line = lines.children[index];
  line.setAttribute("aria-selected", "true");
  lines.setAttribute("aria-activedescendant", line.id);
  return line;
}

function choose(index) {
  const line = mark(Math.min(Math.max(index, 0), lines.children.length - 1));
  const bytes = new TextEncoder().encode(line.textContent).length;
  line.scrollIntoView({ block: "nearest" });
  // In a narrow window the panel takes room away from the lines when it opens.
  ask(`${current + 1}:1-${current + 1}:${Math.max(bytes, 1)}`).then(() => {
    line.scrollIntoView({ block: "nearest" });
  });
}

lines.addEventListener("click", (event) => {
  const line = event.target.closest("[role=option]");
  if (line) choose([...lines.children].indexOf(line));
});

lines.addEventListener("keydown", (event) => {
  const page = 20;
  const to = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: lines.children.length - 1,
  };
  if (!(event.key in to) || lines.children.length === 0) return;
  event.preventDefault();
  choose(to[event.key]);
});

/* Where a part comes from */

const panel = byId("origin");
let asked = 0;

function explain(part) {
  selected?.style.removeProperty("outline");
  selected = part;
  if (!part) return closeOrigin();
  part.style.outline = "2px solid #2f74d0";
  part.style.outlineOffset = "2px";
  ask(part.dataset.sourcepos);
}

async function ask(stretch) {
  const mine = ++asked;
  const answer = await fetch(`origin/${shown.report}/${stretch}`).catch(() => null);
  if (mine !== asked) return;
  const known = answer?.ok ? await answer.json() : null;
  panel.classList.add("open");
  byId("origin-close").hidden = false;
  byId("origin-body").replaceChildren(...(known ? told(known) : [unknown()]));
}

const unknown = () =>
  element("p", { className: "empty", textContent: "No template has written this line." });

function told({ section, template, values, more }) {
  const parts = [];
  const heading = (text) => parts.push(element("h3", { textContent: text }));
  heading("Template");
  const built = template.built_in ? " (built in)" : "";
  parts.push(element("p", {}, element("code", { className: "place", textContent: template.place }), built));
  const source = element("div", { className: "numbered excerpt", tabIndex: 0 });
  source.setAttribute("role", "region");
  source.setAttribute("aria-label", "Lines of the template");
  for (const [number, text] of template.lines) {
    const line = element("div", {}, element("code", { textContent: text }));
    line.dataset.number = number;
    if (number === template.line) {
      line.className = "here";
      line.setAttribute("aria-current", "true");
    }
    source.append(line);
  }
  parts.push(source);
  heading("Document");
  const list = element("ul", { className: "values" });
  for (const value of values) {
    const item = element("li");
    if (value.pointer === "") {
      item.append("Made by the program from the whole document");
    } else {
      item.append(
        value.exact ? "" : "Made from ",
        element("code", { className: "pointer", textContent: value.pointer }),
      );
    }
    if (value.place) {
      const [place, text] = value.place;
      item.append(element("div", { className: "place", textContent: place }));
      item.append(element("code", { className: "said", textContent: text }));
    } else if (value.pointer !== "") {
      item.append(element("div", { className: "place", textContent: "the document has nothing there" }));
    }
    if (values.length > 1 && value.template !== template.place) {
      item.append(element("div", { className: "place", textContent: `printed at ${value.template}` }));
    }
    list.append(item);
  }
  parts.push(list);
  if (more > 0) parts.push(element("p", { textContent: `and ${more} more values` }));
  if (section) {
    heading("Section");
    parts.push(
      element("p", {}, element("code", { textContent: section.name }), ` renders: ${section.because}`),
      element("p", { className: "place", textContent: `RENDER_IF ${section.rule}` }),
    );
  }
  return parts;
}

function closeOrigin() {
  asked += 1;
  selected?.style.removeProperty("outline");
  selected = null;
  panel.classList.remove("open");
  byId("origin-close").hidden = true;
  const text = "Click a part of the report to see the template line and the place in the document that it was made from.";
  byId("origin-body").replaceChildren(element("p", { className: "empty", textContent: text }));
}

byId("origin-close").addEventListener("click", closeOrigin);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeOrigin();
});

/* Sections and diagnostics */

function showSections(sections) {
  const rendered = sections.filter((section) => section.renders).length;
  byId("sections-count").textContent = sections.length ? `${rendered} of ${sections.length}` : "";
  byId("sections").replaceChildren(
    ...sections.map((section) => {
      const cell = (content) => element("td", {}, content);
      const code = (text) => element("code", { textContent: text });
      let name = code(section.name);
      if (section.renders) {
        name = element("button", { type: "button", className: "link" }, name);
        name.addEventListener("click", () => {
          open(byId("tab-report"));
          const page = frame?.contentDocument;
          // The front matter stands at the end of the page, and the title at its top.
          const there = page?.querySelector(`section.${section.name}`);
          const other = { index: "nav", header: "header", "front-matter": "footer" }[section.name];
          (there ?? page?.querySelector(other ?? "header"))?.scrollIntoView();
        });
      }
      const outcome = element("span", {
        className: section.renders ? "badge good" : "badge",
        textContent: section.renders ? "renders" : "left out",
      });
      const className = section.renders ? "" : "left-out";
      const row = element("tr", { className }, element("th", { scope: "row" }, name), cell(outcome));
      row.append(cell(section.rule), cell(section.because), cell(section.template));
      return row;
    }),
  );
}

const finding = ({ severity, text }) => {
  const made = element("pre", { className: `finding ${severity}`, textContent: text });
  made.tabIndex = 0;
  return made;
};

function showFindings({ findings, notices, fault }) {
  const count = findings.length + notices.length;
  const badge = byId("diagnostics-count");
  badge.textContent = count;
  const worst = findings.some((one) => one.severity === "error") || fault ? "error" : "warning";
  badge.className = `count ${count > 0 ? worst : ""}`;
  const all = [...findings, ...notices.map((text) => ({ severity: "warning", text: `warning: ${text}` }))];
  const nothing = element("p", { className: "empty", textContent: "Nothing was found." });
  byId("view-diagnostics").replaceChildren(...(all.length ? all.map(finding) : [nothing]));
}

function showFault({ fault, findings, report }) {
  byId("fault").hidden = !fault;
  if (!fault) return;
  byId("fault-title").textContent = fault.title;
  byId("fault-old").textContent =
    report === null ? "There is no earlier report." : "The last good report is shown below.";
  const errors = findings.filter((one) => one.severity === "error");
  const help = fault.help ? [element("p", { textContent: fault.help })] : [];
  byId("fault-body").replaceChildren(...help, ...errors.map(finding));
}

byId("fault-fold").addEventListener("click", ({ currentTarget: button }) => {
  const folded = byId("fault-body").hidden;
  byId("fault-body").hidden = !folded;
  button.setAttribute("aria-expanded", String(folded));
  button.textContent = folded ? "Hide details" : "Show details";
});

/* Samples */

function showChoices(choices) {
  byId("picker").hidden = !choices;
  if (!choices) return;
  const option = (text, chosen) => element("option", { value: text, textContent: text, selected: text === chosen });
  const { kinds, chosen } = choices;
  byId("kinds").replaceChildren(...kinds.map(({ name }) => option(name, chosen.kind)));
  const samples = kinds.find(({ name }) => name === chosen.kind)?.samples ?? [];
  // Only a final report has task types.
  byId("samples-name").textContent = chosen.kind === "final-report" ? "Task type" : "Sample";
  byId("samples").replaceChildren(...samples.map((name) => option(name, chosen.sample)));
}

function pick(choice) {
  const body = JSON.stringify(choice);
  fetch("choice", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(lost);
}

byId("kinds").addEventListener("change", ({ target }) => {
  const kind = shown.choices.kinds.find(({ name }) => name === target.value);
  pick({ kind: kind.name, sample: kind.samples[0] });
});
byId("samples").addEventListener("change", ({ target }) => {
  pick({ kind: shown.choices.chosen.kind, sample: target.value });
});
byId("picker").addEventListener("submit", (event) => event.preventDefault());

/* Changes */

const live = byId("live");

function lost() {
  live.textContent = "Not connected: start the preview again";
  live.className = "lost";
}

async function refresh() {
  const answer = await fetch("state").catch(() => null);
  if (!answer?.ok) return lost();
  const next = await answer.json();
  if (next.generation >= shown.generation) {
    live.textContent = next.fault ? "Not up to date" : "Up to date";
    live.className = next.fault ? "old" : "";
  }
  if (next.generation <= shown.generation) return;
  const before = shown;
  shown = next;
  byId("name").textContent = next.name;
  byId("kind").textContent = next.choices ? "" : next.kind;
  document.title = `${next.fault ? "✗ " : ""}${next.name}: final-report preview`;
  showFault(next);
  if (next.choices || before.choices) showChoices(next.choices);
  showFindings(next);
  showSections(next.sections);
  if (next.report !== before.report) {
    closeOrigin();
    showMarkdown(next.markdown);
    if (next.report === null) {
      frame?.remove();
      frame = null;
    } else {
      showReport(next.report);
    }
  }
  document.body.dataset.generation = next.generation;
}

const changes = new EventSource("events");
changes.addEventListener("message", refresh);
changes.addEventListener("error", lost);
