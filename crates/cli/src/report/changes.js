// Search and filters of the page of changes.
(() => {
  "use strict";
  const form = document.querySelector("form");
  const { text, kind, severity } = form.elements;
  const output = form.querySelector("output");
  const none = document.getElementById("none");
  const totals = [...document.querySelectorAll("button.total")];
  const changes = [...document.querySelectorAll(".change")].map((article) => ({
    article,
    searched: article.textContent.toLowerCase(),
    kinds: article.dataset.kinds.split(" "),
    severities: article.dataset.severities.split(" "),
  }));

  function filter() {
    const terms = text.value.toLowerCase().split(/\s+/).filter((term) => term !== "");
    let count = 0;
    for (const { article, searched, kinds, severities } of changes) {
      const is = (kind.value === "" || kinds.includes(kind.value))
        && (severity.value === "" || severities.includes(severity.value))
        && terms.every((term) => searched.includes(term));
      count += is ? 1 : 0;
      article.hidden = !is;
    }
    const all = changes.length;
    output.textContent = count === all ? `${all} changed` : `${count} of ${all} that changed`;
    none.hidden = count > 0 || all === 0;
    for (const total of totals) {
      total.setAttribute("aria-pressed", String(severity.value === total.dataset.severity));
    }
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => {
    severity.value = "";
    filter();
  }, 0));
  totals.forEach((total) => total.addEventListener("click", () => {
    severity.value = severity.value === total.dataset.severity ? "" : total.dataset.severity;
    filter();
  }));
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "/" && target.closest("input, select, textarea") === null) {
      event.preventDefault();
      text.focus();
      text.select();
    } else if (key === "Escape" && target === text) {
      text.value = "";
      filter();
    }
  });
  form.reset();
  severity.value = "";
  filter();
})();
