// What leads where: workers, the workers that they call, the tools that they reach, and the outputs that can be arguments. One node
// is in the middle at a time, so that thousands of tools stay as quick as ten.
(() => {
  "use strict";
  const section = document.getElementById("connections");
  if (section === null) return;
  const data = JSON.parse(document.getElementById("data").textContent);
  const { calls, flows } = data.graph;
  const form = section.querySelector("form");
  const found = section.querySelector(".found");
  const picture = section.querySelector(".picture");
  const words = section.querySelector(".edges");
  const MOST = 20;
  const MATCHES = 12;
  const WIDTH = 250;
  const GAP = 70;
  const STEP = 34;

  const nodes = [
    ...data.workers.map((worker, at) => ({ kind: "worker", at, name: worker.name })),
    ...data.tools.map((tool, at) => ({ kind: "tool", at, name: tool.overload === 0 ? tool.name : `${tool.name} (${tool.overload + 1})` })),
  ];
  const worker = (at) => nodes[at];
  const tool = (at) => nodes[data.workers.length + at];
  const group = (pairs, length) => {
    const lists = Array.from({ length }, () => []);
    pairs.forEach(([key, value]) => lists[key].push(value));
    return lists;
  };
  const into = group(flows.map((flow) => [flow.to, flow]), data.tools.length);
  const out = group(flows.map((flow) => [flow.from, flow]), data.tools.length);
  const called = group(calls.map((call) => [call.from, call.to]), data.workers.length);
  const callers = group(calls.map((call) => [call.to, call.from]), data.workers.length);
  const isWorker = new Set(calls.map((call) => call.tool));
  const place = new Map(data.workers.map((it, at) => [it.name, at]));
  const granted = group(data.tools.flatMap((it, at) => it.grants
    .filter((grant) => grant.approval !== "blocked" && !isWorker.has(at))
    .map((grant) => [place.get(grant.worker), { tool: at, approval: grant.approval }])), data.workers.length);

  /** A worker and all that it calls, however far: each with the worker through which it is reached first. */
  function reach(from) {
    const through = new Map([[from, null]]);
    for (const at of through.keys()) for (const to of called[at]) if (!through.has(to)) through.set(to, at);
    return through;
  }

  const svg = (name, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const short = (text) => ([...text].length > 32 ? `${[...text].slice(0, 31).join("")}…` : text);

  /** Flows by the tool at their other end, best first. */
  function ends(list, side) {
    const tools = new Map();
    for (const flow of list) {
      if (!tools.has(flow[side])) tools.set(flow[side], []);
      tools.get(flow[side]).push(flow);
    }
    return [...tools].map(([at, own]) => ({ node: tool(at), kind: own[0].verdict, own }));
  }

  const describe = (flow) => `${flow.output === "" ? "the whole" : flow.output} → ${flow.argument} (${flow.verdict})`;

  /** What is around a node, as columns; those before it lead to it. */
  function surround(node) {
    if (node.kind === "tool") {
      const grants = data.tools[node.at].grants.filter((grant) => grant.approval !== "blocked");
      const direct = new Map(grants.map((grant) => [place.get(grant.worker), grant.approval]));
      const reaching = data.workers.map((_, at) => ({ at, through: [...reach(at).keys()].find((it) => direct.has(it)) }))
        .filter((it) => it.through !== undefined)
        .map(({ at, through }) => ({
          node: worker(at), kind: direct.has(at) ? "call" : "through",
          note: direct.has(at) ? direct.get(at) : `through ${data.workers[through].name}`,
        }));
      return [
        { title: "Workers that reach it", side: -1, items: reaching },
        { title: "Outputs that can be its arguments", side: -1, items: ends(into[node.at], "from") },
        { title: "What its output can be", side: 1, items: ends(out[node.at], "to") },
      ];
    }
    const through = reach(node.at);
    const tools = new Map();
    for (const [at, before] of through) {
      for (const grant of granted[at]) {
        if (tools.has(grant.tool)) continue;
        const note = before === null ? grant.approval : `${grant.approval}, through ${data.workers[at].name}`;
        tools.set(grant.tool, { node: tool(grant.tool), kind: before === null ? "call" : "through", note });
      }
    }
    through.delete(node.at);
    return [
      { title: "Workers that call it", side: -1, items: callers[node.at].map((at) => ({ node: worker(at), kind: "call" })) },
      { title: "Workers that it reaches", side: 1, items: [...through].map(([at, before]) => ({
        node: worker(at), kind: before === node.at ? "call" : "through", note: before === node.at ? "" : `through ${data.workers[before].name}` })) },
      { title: "Tools that it reaches", side: 1, items: [...tools.values()] },
    ];
  }

  function drawNode(node, x, y, kind) {
    const text = svg("text", { x: x + 12, y: y + 18 }, short(node.name));
    const box = svg("g", { class: `node ${node.kind} ${kind}`, tabindex: "0", role: "button", "aria-label": `${node.kind} ${node.name}` },
      svg("title", {}, node.name), svg("rect", { x, y, width: WIDTH, height: 26, rx: node.kind === "worker" ? 13 : 4 }), text);
    const go = () => show(node);
    box.addEventListener("click", go);
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      go();
      picture.querySelector(".middle").focus();
    });
    return box;
  }

  let current = null;

  function show(node) {
    current = node;
    const columns = surround(node);
    // an empty column is named in the list below the picture
    const drawn = (side) => columns.filter((column) => column.side === side && column.items.length > 0);
    const before = drawn(-1);
    const order = [...before, { title: "", side: 0, items: [{ node }] }, ...drawn(1)];
    const middle = before.length;
    const rows = Math.max(...order.map((column) => Math.min(column.items.length, MOST) + (column.items.length > MOST ? 1 : 0)));
    const height = 40 + Math.max(rows, 1) * STEP;
    const width = order.length * WIDTH + (order.length - 1) * GAP;
    const center = { x: middle * (WIDTH + GAP), y: 30 };
    const edges = svg("g", {});
    const boxes = svg("g", {});
    order.forEach((column, at) => {
      const x = at * (WIDTH + GAP);
      boxes.append(svg("text", { x, y: 16, class: "title" }, column.title));
      column.items.slice(0, MOST).forEach((item, row) => {
        const y = 30 + row * STEP;
        boxes.append(drawNode(item.node, x, y, at === middle ? "middle" : ""));
        if (at === middle) return;
        const [from, to] = at < middle ? [x + WIDTH, center.x] : [center.x + WIDTH, x];
        const [start, end] = at < middle ? [y + 13, center.y + 13] : [center.y + 13, y + 13];
        const half = (from + to) / 2;
        edges.append(svg("path", { class: `edge ${item.kind.replaceAll(" ", "-")}`, d: `M${from} ${start}C${half} ${start} ${half} ${end} ${to} ${end}` },
          svg("title", {}, item.own === undefined ? item.note ?? "" : item.own.map(describe).join("\n"))));
      });
      if (column.items.length > MOST) {
        boxes.append(svg("text", { x: x + 12, y: 48 + MOST * STEP, class: "more" }, `and ${column.items.length - MOST} more`));
      }
    });
    picture.replaceChildren(svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `What is around ${node.name}` }, edges, boxes));
    words.replaceChildren(...columns.flatMap((column) => {
      if (column.items.length === 0) return [element("li", { class: "quiet" }, `${column.title}: none`)];
      const left = column.items.length - MOST;
      const lines = column.items.slice(0, MOST).map((item) => {
        const note = item.own === undefined ? item.note ?? "" : item.own.slice(0, 3).map(describe).join("; ");
        return element("span", { class: "line" }, element("code", {}, item.node.name), note === "" ? "" : ` ${note}`);
      });
      if (left > 0) lines.push(element("span", { class: "line quiet" }, `and ${left} more, which are not drawn`));
      return [element("li", {}, element("b", {}, column.title), ...lines)];
    }));
    form.elements.node.value = node.name;
    found.replaceChildren();
  }

  function match(text) {
    const terms = text.toLowerCase().split(/\s+/).filter((term) => term !== "");
    const is = (node) => terms.every((term) => node.name.toLowerCase().includes(term));
    return terms.length === 0 ? [] : nodes.filter(is);
  }

  form.addEventListener("input", () => {
    const matches = match(form.elements.node.value);
    found.replaceChildren(...matches.slice(0, MATCHES).map((node) => {
      const button = element("button", { type: "button" }, node.name, " ", element("span", { class: "quiet" }, node.kind));
      button.addEventListener("click", () => show(node));
      return button;
    }));
    if (matches.length > MATCHES) found.append(element("span", { class: "quiet" }, `and ${matches.length - MATCHES} more`));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first] = match(form.elements.node.value);
    if (first !== undefined) show(first);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || current === null) return;
    show(current);
  });
  if (nodes.length > 0) show(nodes[0]);
})();
