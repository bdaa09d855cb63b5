// Search, filters, order and details of the report. Texts become text nodes, never markup.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const form = document.querySelector("form");
  const body = document.querySelector("table.tools > tbody");
  const heads = [...document.querySelectorAll("table.tools > thead th")];
  const output = form.querySelector("output");
  const none = document.getElementById("none");
  const totals = [...document.querySelectorAll("button.total")];
  const workers = data.workers.map((worker) => worker.name);
  const rows = [...body.rows].map((row, at) => ({ row, at, tool: data.tools[at], detail: null }));
  const searched = rows.map(({ tool }) =>
    [
      tool.name, tool.wire_name, tool.title, tool.description, tool.request, tool.runner, tool.place,
      ...tool.hosts, ...tool.credentials, ...tool.needs, ...tool.input.rows.map((row) => row.path),
    ].join("\n").toLowerCase());
  const firstWorker = heads.findIndex((head) => head.dataset.key === "worker");
  let shown = rows;

  /** An element with its children; texts are texts. */
  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== null && child !== ""));
    return element;
  }

  /** Words of toolc, in which texts of specs are between backticks. */
  function words(text) {
    const parts = text.split("`");
    const out = document.createDocumentFragment();
    parts.forEach((part, at) => {
      if (at % 2 === 0) out.append(part);
      else if (at < parts.length - 1) out.append(make("code", {}, part));
      else out.append("`" + part);
    });
    return out;
  }

  const tag = (text, kind) => make("span", { class: `tag ${kind}` }, text);

  function fact(list, name, value) {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return;
    const values = Array.isArray(value) ? value : [value];
    list.append(make("dt", {}, name), make("dd", {}, ...values.map((it) => make("span", { class: "line" }, it))));
  }

  const code = (text) => (text === null || text === "" ? null : make("code", {}, text));

  function describeGrant(grant) {
    const more = [grant.from];
    if (grant.place !== null) more.push(grant.place);
    if (grant.timeout_ms !== null) more.push(`${grant.timeout_ms} ms`);
    if (grant.at_most !== null) more.push(`${grant.at_most} at once`);
    if (grant.flow.length > 0) more.push(`flow: ${grant.flow.join(", ")}`);
    if (grant.results !== null) {
      more.push(`results: ${grant.results.words}`);
      if (grant.results.tokens !== null) more.push(grant.results.tokens.words);
    }
    const rules = grant.has_rules ? ", where no rule decides" : "";
    return make("span", {}, make("b", {}, grant.worker), `: ${grant.approval}${rules} `,
      make("span", { class: "quiet" }, `(${more.join(", ")})`));
  }

  function describeFit(fit) {
    const why = fit.why.map((text) => make("span", { class: "line" }, words(text)));
    return make("span", {}, `${fit.target} `, tag(fit.state, fit.state), ...why);
  }

  function listFacts(tool) {
    const list = make("dl", { class: "facts" });
    fact(list, "Approval", tool.grants.length ? tool.grants.map(describeGrant) : "granted to no worker");
    fact(list, "Defined at", make("span", {}, code(tool.place), ` (${tool.source})`));
    fact(list, "Wire name", code(tool.wire_name));
    fact(list, "Title", tool.title);
    fact(list, "Effect", words(`${tool.effect}${tool.open_world ? ", open world" : ""} (${tool.effect_from})`));
    fact(list, "Called by", tool.execution === "both" ? "" : tool.execution);
    fact(list, "Run by", words(tool.runner));
    fact(list, "Request", code(tool.request));
    fact(list, "Hosts", tool.hosts.map(code));
    fact(list, "Credentials", tool.credentials.map(code));
    fact(list, "Needs", tool.needs);
    fact(list, "Tokens, about", Object.entries(tool.tokens).map(([target, count]) => `${count} for ${target}`));
    fact(list, "Portability", tool.portability.map(describeFit));
    fact(list, "Captured", tool.captured.map(words));
    fact(list, "Digest", code(tool.digest));
    return list;
  }

  function tabulate(title, table) {
    const section = make("div", {}, make("h3", {}, title));
    if (table.rows.length === 0) {
      section.append(make("p", { class: "quiet" }, "None are named."));
      return section;
    }
    const head = ["Name", "Type", "Required", "Limits", "Description"];
    const lines = table.rows.map((row) => {
      const limits = row.limits.map((limit) => make("span", { class: "line" }, words(limit)));
      if (row.default !== null) limits.push(make("span", { class: "line" }, "default ", make("code", {}, row.default)));
      return make("tr", {},
        make("th", { scope: "row", class: "path" }, row.path === "" ? "the whole" : row.path),
        make("td", {}, row.type),
        make("td", {}, row.required ? "required" : make("span", { class: "quiet" }, "optional")),
        make("td", {}, ...limits),
        make("td", { class: "prose" }, row.description));
    });
    section.append(make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
      make("table", {},
        make("thead", {}, make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...lines))));
    if (table.is_cut) {
      section.append(make("p", { class: "quiet" }, "There are more: ", make("code", {}, "toolc show"), " has the whole schema."));
    }
    return section;
  }

  function listFindings(findings) {
    return make("ul", { class: "findings" }, ...findings.map((found) => {
      const meaning = found.meaning === "" ? null : make("span", { class: "line" }, found.meaning);
      const label = found.label === "" ? null : make("span", { class: "witness" }, words(found.label));
      const help = found.help === "" ? null : make("span", { class: "line" }, words(found.help));
      return make("li", {}, tag(found.class ?? found.severity, found.severity), " ", words(found.message), label,
        make("span", { class: "quiet line" }, meaning, help, `${found.code} ${found.place ?? ""}`));
    }));
  }

  function makeDetail({ tool }) {
    const card = make("div", { class: "card", role: "region", "aria-label": tool.name });
    if (tool.description !== "") card.append(make("p", { class: "prose" }, tool.description));
    const changes = tool.findings.filter((found) => found.class !== null);
    const findings = tool.findings.filter((found) => found.class === null);
    if (changes.length > 0) card.append(make("h3", {}, "Changed since the lock"), listFindings(changes));
    card.append(listFacts(tool), tabulate("Arguments", tool.input));
    if (tool.output !== null) card.append(tabulate("Result", tool.output));
    if (findings.length > 0) card.append(make("h3", {}, "Findings"), listFindings(findings));
    return make("tr", { class: "detail", role: "row" },
      make("td", { colspan: String(heads.length), role: "cell" }, card));
  }

  const nameOf = (entry) => entry.row.querySelector(".name");

  function setOpen(entry, open) {
    if (open && entry.detail === null) {
      entry.detail = makeDetail(entry);
      entry.row.after(entry.detail);
    }
    if (entry.detail !== null) entry.detail.hidden = !open || entry.row.hidden;
    nameOf(entry).setAttribute("aria-expanded", String(open));
  }

  const isOpen = (entry) => nameOf(entry).getAttribute("aria-expanded") === "true";

  /** What a worker does before a call; of all workers, the loosest. */
  function approvalOf(tool, worker) {
    if (worker === "") return tool.loosest;
    const grant = tool.grants.find((it) => it.worker === worker);
    return grant === undefined ? "" : grant.approval;
  }

  function isApproval(tool, worker, wanted) {
    const approval = approvalOf(tool, worker);
    if (wanted === "writes") return approval === "preApproved" && tool.effect !== "read";
    return wanted === "" ? worker === "" || approval !== "" : approval === wanted;
  }

  const STATES = {
    "": () => true,
    changed: (tool) => tool.findings.some((found) => found.class !== null),
    findings: (tool) => tool.findings.some((found) => found.class === null),
    ports: (tool) => tool.portability.some((fit) => fit.state !== "fits"),
    open: (tool) => tool.open_world,
  };

  function filter() {
    const wanted = Object.fromEntries(new FormData(form));
    const terms = wanted.text.toLowerCase().split(/\s+/).filter((term) => term !== "");
    let count = 0;
    for (const entry of rows) {
      const { tool, at, row } = entry;
      const is = isApproval(tool, wanted.worker, wanted.loosest)
        && (wanted.effect === "" || tool.effect === wanted.effect)
        && STATES[wanted.state](tool)
        && terms.every((term) => searched[at].includes(term));
      count += is ? 1 : 0;
      if (row.hidden === is) row.hidden = !is;
      if (entry.detail !== null) entry.detail.hidden = !is || !isOpen(entry);
    }
    showWorker(wanted.worker);
    const { length } = rows;
    output.textContent = count === length ? `${length} tools` : `${count} of ${length} tools`;
    none.hidden = count > 0;
    for (const total of totals) {
      const [key, value] = total.dataset.filter.split(":");
      total.setAttribute("aria-pressed", String(key !== "" && wanted[key] === value));
    }
  }

  let worker = "";

  /** Only the column of the worker that is asked for. */
  function showWorker(wanted) {
    if (wanted === worker) return;
    worker = wanted;
    workers.forEach((name, at) => {
      const off = wanted !== "" && name !== wanted;
      const column = at + firstWorker;
      heads[column].classList.toggle("off", off);
      for (const { row } of rows) row.cells[column].classList.toggle("off", off);
    });
  }

  const EFFECTS = ["read", "write", "destructive", "unknown"];
  const APPROVALS = ["preApproved", "ask", "blocked", ""];

  function keyOf(tool, column) {
    const { key } = heads[column].dataset;
    switch (key) {
      case "name": return tool.name;
      case "effect": return EFFECTS.indexOf(tool.effect);
      case "touches": return [...tool.hosts, ...tool.credentials].join(" ");
      case "worker": return APPROVALS.indexOf(approvalOf(tool, workers[column - firstWorker]));
      default: return -tool.findings.filter((found) => found.class !== null).length;
    }
  }

  function sortBy(column) {
    const head = heads[column];
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((it) => it.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const keys = rows.map(({ tool }) => keyOf(tool, column));
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const sign = down ? -1 : 1;
    shown = [...rows].sort((a, b) => sign * compare(keys[a.at], keys[b.at]) || a.at - b.at);
    const all = document.createDocumentFragment();
    for (const { row, detail } of shown) all.append(row, ...(detail === null ? [] : [detail]));
    body.append(all);
  }

  function move(from, step) {
    const seen = shown.filter(({ row }) => !row.hidden);
    const at = from === null ? -1 : seen.indexOf(from);
    const next = seen[at + step];
    if (next !== undefined) nameOf(next).focus();
    else if (step < 0) form.elements.text.focus();
  }

  /** The tool that the address names: `#tool=ns::name`. */
  function openNamed() {
    let wanted = "";
    try {
      wanted = decodeURIComponent(location.hash);
    } catch {
      return;
    }
    const found = rows.find(({ tool }) => `#tool=${tool.name}` === wanted);
    if (found === undefined) return;
    form.reset();
    filter();
    setOpen(found, true);
    found.row.scrollIntoView();
    nameOf(found).focus();
  }

  const entryOf = (element) => {
    const row = element.closest("tr[data-at]");
    return row === null ? null : rows[Number(row.dataset.at)];
  };

  body.addEventListener("click", (event) => {
    const button = event.target.closest(".name");
    if (button === null) return;
    const entry = entryOf(button);
    setOpen(entry, !isOpen(entry));
  });
  heads.forEach((head, column) => head.querySelector(".sort").addEventListener("click", () => sortBy(column)));
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter, 0));
  totals.forEach((total) => total.addEventListener("click", () => {
    const pressed = total.getAttribute("aria-pressed") === "true";
    form.reset();
    const [key, value] = total.dataset.filter.split(":");
    if (key !== "" && !pressed) form.elements[key].value = value;
    filter();
  }));
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const typing = target.closest("input, select, textarea") !== null;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "/" && !typing) {
      event.preventDefault();
      form.elements.text.focus();
      form.elements.text.select();
    } else if (key === "Escape" && target === form.elements.text) {
      form.elements.text.value = "";
      filter();
    } else if (key === "ArrowDown" && target === form.elements.text) {
      event.preventDefault();
      move(null, 1);
    } else if ((key === "ArrowDown" || key === "ArrowUp") && target.classList.contains("name")) {
      event.preventDefault();
      move(entryOf(target), key === "ArrowDown" ? 1 : -1);
    }
  });
  addEventListener("hashchange", openNamed);
  form.reset();
  filter();
  openNamed();
})();
