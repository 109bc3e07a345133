"use strict";
{
  const bar = document.getElementById("page.response");
  const status = bar.querySelector("[role=status]");
  const fields = [...document.querySelectorAll("[data-answer]")];
  const box = document.querySelector("[data-approval]");

  // A browser may have filled in what was there before the page was loaded again.
  const answered = new Map(fields.map((field) => [field, field.defaultValue]));
  let approved = box?.defaultChecked;

  const changes = () =>
    fields.filter((field) => field.value !== answered.get(field)).length +
    (box && box.checked !== approved ? 1 : 0);
  const tell = () => {
    const count = changes();
    bar.classList.toggle("changed", count > 0);
    if (count > 0) status.textContent = `${status.dataset.changed}: ${count}`;
  };

  const response = () => {
    const { kind, taskKey, reportSha256 } = bar.dataset;
    const answers = fields
      .filter((field) => field.value !== field.defaultValue)
      .map((field) => ({ id: field.dataset.answer, userInput: field.value }));
    const approval = box ? { approved: box.checked } : {};
    return { schemaVersion: "1.0", kind, taskKey, reportSha256, ...approval, answers };
  };

  const save = () => {
    const text = JSON.stringify(response(), null, 2) + "\n";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = bar.dataset.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    fields.forEach((field) => answered.set(field, field.value));
    approved = box?.checked;
    bar.classList.remove("changed");
    status.textContent = `${status.dataset.saved} ${bar.dataset.file}`;
  };

  for (const field of fields) {
    field.readOnly = false;
    field.addEventListener("input", tell);
  }
  if (box) {
    box.disabled = false;
    box.addEventListener("change", tell);
  }
  bar.querySelector("button").addEventListener("click", save);
  addEventListener("beforeunload", (event) => {
    if (changes() > 0) event.preventDefault();
  });
  bar.hidden = false;
  tell();
}
