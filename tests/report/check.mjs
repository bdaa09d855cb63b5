// The pages in a browser: what a person does with them, in every mode. FOLDER has the pages; pictures go there too.
import assert from "node:assert/strict";
import { openBrowser } from "./browser.mjs";

const [program, folder] = process.argv.slice(2);
const browser = await openBrowser(program);
const { evaluate, press, type } = browser;
const visible = () => evaluate(
  "[...document.querySelectorAll('tr[data-at]')].filter((row) => row.checkVisibility()).map((row) => row.querySelector('.name').textContent)");
const focused = () => evaluate("document.activeElement.name || document.activeElement.textContent");
const choose = (name, value) => evaluate(
  `(() => { const field = document.querySelector("form").elements["${name}"]; field.value = "${value}"; ` +
  "field.dispatchEvent(new Event('input', { bubbles: true })); })()");
const isWide = () => evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
const steps = [];
const step = (name, run) => steps.push([name, run]);

async function open(page, width = 1280, height = 900) {
  await browser.resize(width, height);
  await browser.media("", { "prefers-color-scheme": "light" });
  await browser.open(`file://${folder}/${page}.html`);
}

const TOOLS = [
  "notes::add_note", "notes::list_notes", "shop::getOrder", "desk::find_ticket", "shop::cancelOrder", "notes::wipe",
];

step("search", async () => {
  await open("report");
  assert.deepEqual(await visible(), TOOLS);
  await press("/");
  assert.equal(await focused(), "text");
  await type("NOTE newest");
  assert.deepEqual(await visible(), ["notes::list_notes"]);
  assert.equal(await evaluate("document.querySelector('output').textContent"), "1 of 6 tools");
  await press("Escape");
  assert.equal((await visible()).length, 6);
  await type("desk_token");
  assert.deepEqual(await visible(), ["desk::find_ticket"]);
  await press("Escape");
  await type("nothing like this");
  assert.deepEqual(await visible(), []);
  assert.ok(await evaluate("document.getElementById('none').checkVisibility()"));
});

step("filters", async () => {
  await open("report");
  await choose("loosest", "writes");
  assert.deepEqual(await visible(), ["notes::add_note"]);
  await choose("loosest", "ask");
  assert.deepEqual(await visible(), ["shop::cancelOrder"]);
  await choose("worker", "trainee");
  assert.deepEqual(await visible(), ["shop::getOrder"]);
  await choose("loosest", "");
  assert.deepEqual(await visible(), ["notes::list_notes", "shop::getOrder", "shop::cancelOrder"]);
  const heads = "[...document.querySelectorAll('table.tools > thead th')].filter((it) => it.checkVisibility()).map((it) => it.textContent)";
  assert.deepEqual(await evaluate(heads), ["Tool", "Effect", "Touches", "trainee", "Changed"]);
  await evaluate("document.querySelector('button[type=reset]').click()");
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await visible()).length, 6);
  await choose("effect", "destructive");
  assert.deepEqual(await visible(), ["shop::cancelOrder", "notes::wipe"]);
  await choose("effect", "");
  await choose("state", "changed");
  assert.deepEqual(await visible(), ["notes::add_note", "notes::list_notes"]);
  await evaluate("document.querySelector('[data-filter=\"loosest:blocked\"]').click()");
  assert.deepEqual(await visible(), ["notes::wipe"]);
  assert.equal(await evaluate("document.querySelector('[data-filter=\"loosest:blocked\"]').getAttribute('aria-pressed')"), "true");
});

step("order", async () => {
  await open("report");
  const sort = (at) => evaluate(`document.querySelectorAll(".sort")[${at}].click()`);
  await sort(0);
  assert.deepEqual(await visible(), [...TOOLS].sort());
  assert.equal(await evaluate("document.querySelector('th[aria-sort]').getAttribute('aria-sort')"), "ascending");
  await sort(0);
  assert.deepEqual(await visible(), [...TOOLS].sort().reverse());
  await sort(1);
  assert.deepEqual((await visible()).slice(-2), ["shop::cancelOrder", "notes::wipe"]);
});

step("keyboard", async () => {
  await open("report");
  await press("Tab");
  assert.equal(await focused(), "Skip to the list");
  await press("/");
  await press("ArrowDown");
  assert.equal(await focused(), "notes::add_note");
  const ring = await evaluate("getComputedStyle(document.activeElement).outlineStyle");
  assert.equal(ring, "solid");
  await press("ArrowDown");
  await press("ArrowDown");
  assert.equal(await focused(), "shop::getOrder");
  await press("Enter");
  assert.equal(await evaluate("document.activeElement.getAttribute('aria-expanded')"), "true");
  assert.ok(await evaluate("document.querySelector('.detail .card').textContent.includes('^ORD-[0-9]{8}$')"));
  await press("Enter");
  assert.equal(await evaluate("document.querySelector('.detail').checkVisibility()"), false);
  await press("ArrowDown");
  assert.equal(await focused(), "desk::find_ticket");
  for (const _ of TOOLS.slice(0, 4)) await press("ArrowUp");
  assert.equal(await focused(), "text");
});

step("hostile texts", async () => {
  await open("report");
  await evaluate("document.querySelectorAll('.name').forEach((name) => name.click())");
  assert.equal(await evaluate("document.title"), "Tools");
  assert.equal(await evaluate("document.querySelectorAll('img, main script, main b u, main i').length"), 0);
  assert.ok(await evaluate("document.body.textContent.includes('<script>document.title')"));
  assert.ok(await evaluate("[...document.querySelectorAll('code')].some((code) => code.textContent === '<i>bad</i>')"));
  await browser.shoot(`${folder}/report-open.png`);
});

step("an address names a tool", async () => {
  await open("report");
  await evaluate("location.hash = 'tool=notes::wipe'");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await focused(), "notes::wipe");
});

step("structure", async () => {
  await open("report");
  const faults = await evaluate(`(() => {
    const faults = [];
    const all = (selector) => [...document.querySelectorAll(selector)];
    if (all("main").length !== 1 || all("h1").length !== 1 || all("header").length !== 1) faults.push("landmarks");
    for (const head of all("th")) if (!head.hasAttribute("scope")) faults.push("th: " + head.textContent);
    for (const field of all("form input, form select")) {
      if (field.type !== "hidden" && field.closest("label") === null) faults.push("label: " + field.name);
    }
    const ids = all("[id]").map((it) => it.id);
    if (new Set(ids).size !== ids.length) faults.push("ids");
    for (const it of all("[aria-labelledby]")) {
      if (document.getElementById(it.getAttribute("aria-labelledby")) === null) faults.push("aria-labelledby");
    }
    for (const it of all("[style], [onclick], div[tabindex]:not([role])")) faults.push(it.outerHTML.slice(0, 80));
    return faults;
  })()`);
  assert.deepEqual(faults, []);
});

/** The contrast of texts with what is behind them, by WCAG 2. */
const CONTRAST = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = parse(color).map((it) => it / 255).map((it) => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let it = element; it !== null; it = it.parentElement) {
      const color = getComputedStyle(it).backgroundColor;
      if ((parse(color)[3] ?? 1) > 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const low = new Map();
  for (const element of document.querySelectorAll("main *, header *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    if (!own || !element.checkVisibility()) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.set(element.className || element.tagName, ratio);
  }
  return [...low];
})()`;

for (const page of ["report", "changes"]) {
  step(`${page}: light and dark`, async () => {
    await open(page);
    await evaluate("document.querySelector('.name')?.click()");
    assert.deepEqual(await evaluate(CONTRAST), []);
    await browser.shoot(`${folder}/${page}-light.png`);
    await browser.media("", { "prefers-color-scheme": "dark" });
    assert.deepEqual(await evaluate(CONTRAST), []);
    const ground = await evaluate("getComputedStyle(document.body).backgroundColor");
    assert.notEqual(ground, "rgb(255, 255, 255)");
    await browser.shoot(`${folder}/${page}-dark.png`);
  });

  step(`${page}: narrow`, async () => {
    await open(page, 360, 780);
    await evaluate("document.querySelector('.name')?.click()");
    assert.equal(await isWide(), false);
    await evaluate("document.documentElement.style.scrollBehavior = 'auto'; document.getElementById('list').scrollIntoView()");
    await browser.shoot(`${folder}/${page}-narrow.png`);
  });

  step(`${page}: print and reduced motion`, async () => {
    await open(page);
    await browser.media("print", {});
    assert.equal(await evaluate("getComputedStyle(document.querySelector('form')).display"), "none");
    await browser.media("", { "prefers-reduced-motion": "reduce" });
    assert.equal(await evaluate("getComputedStyle(document.documentElement).scrollBehavior"), "auto");
  });
}

step("changes", async () => {
  await open("changes");
  const shown = () => evaluate("[...document.querySelectorAll('.change')].filter((it) => it.checkVisibility()).map((it) => it.querySelector('h3')?.textContent ?? '')");
  assert.deepEqual(await shown(), ["", "notes::add_note", "notes::list_notes", "notes::sort"]);
  await press("/");
  await type("newest");
  assert.deepEqual(await shown(), ["notes::list_notes"]);
  await press("Escape");
  await choose("kind", "tool-removed");
  assert.deepEqual(await shown(), ["notes::sort"]);
  await choose("kind", "");
  await evaluate("document.querySelector('[data-severity=note]').click()");
  assert.deepEqual(await shown(), []);
  assert.equal(await evaluate("document.querySelector('del').textContent.length > 0"), true);
});

const lines = () => evaluate("[...document.querySelectorAll('.edges .line')].map((it) => it.textContent)");
const middle = () => evaluate("document.querySelector('.picture .middle title').textContent");
const look = (text) => evaluate(
  `(() => { const field = document.querySelector(".graph").elements.node; field.value = ${JSON.stringify(text)}; ` +
  "field.dispatchEvent(new Event('input', { bubbles: true })); })()");
const ask = () => evaluate("document.querySelector('.graph').requestSubmit()");

step("connections of workers", async () => {
  await open("team");
  await look("lead");
  await ask();
  assert.equal(await middle(), "lead");
  const reached = await lines();
  assert.ok(reached.includes("clerk through desk"), reached.join("\n"));
  assert.ok(reached.includes("shop::find_item ask"), reached.join("\n"));
  // a click on a node, and a key, go there
  await evaluate("[...document.querySelectorAll('.picture .node')].find((it) => it.getAttribute('aria-label') === 'worker desk').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
  assert.equal(await middle(), "desk");
  await evaluate("[...document.querySelectorAll('.picture .node')].find((it) => it.getAttribute('aria-label') === 'worker lead').focus()");
  await press("Enter");
  assert.equal(await middle(), "lead");
  await evaluate("document.documentElement.style.scrollBehavior = 'auto'; document.getElementById('connections').scrollIntoView()");
  await browser.shoot(`${folder}/team.png`);
});

step("connections of tools", async () => {
  await open("team");
  await look("order");
  const buttons = await evaluate("[...document.querySelectorAll('.found button')].map((it) => it.textContent)");
  assert.deepEqual(buttons, ["shop::order_item tool"]);
  await evaluate("document.querySelector('.found button').click()");
  assert.equal(await middle(), "shop::order_item");
  const around = await lines();
  assert.ok(around.some((line) => line.startsWith("shop::find_item") && line.includes("/item_id → item_id (fits)")), around.join("\n"));
  assert.ok(around.some((line) => line.includes("/kind → kind (fits sometimes)")), around.join("\n"));
  assert.ok(around.includes("clerk ask") && around.includes("lead ask"), around.join("\n"));
  assert.ok(await evaluate("document.querySelectorAll('.picture path.edge').length >= 4"));
  assert.deepEqual(await evaluate(CONTRAST), []);
});

step("connections of many tools", async () => {
  await open("many");
  assert.match(await evaluate("document.querySelector('#connections > p').textContent"), /10000 outputs.* more are left out/);
  const took = await evaluate(`(() => {
    const start = performance.now();
    const form = document.querySelector(".graph");
    form.elements.node.value = "tool_7";
    form.elements.node.dispatchEvent(new Event("input", { bubbles: true }));
    form.requestSubmit();
    document.body.offsetHeight;
    return performance.now() - start;
  })()`);
  assert.equal(await middle(), "many::tool_7");
  assert.ok(took < 500, `a look took ${took} ms`);
  assert.ok(await evaluate("document.querySelectorAll('.picture .node').length <= 81"));
  console.log(`connections: shown in ${Math.round(took)} ms`);
});

step("many tools", async () => {
  await open("many");
  const count = await evaluate("document.querySelectorAll('tr[data-at]').length");
  assert.ok(count >= 1_000, `${count} tools`);
  const [first] = await visible();
  const took = await evaluate(`(() => {
    const start = performance.now();
    const field = document.querySelector("form").elements.text;
    field.value = ${JSON.stringify(first.split("::")[1])};
    field.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.offsetHeight;
    return performance.now() - start;
  })()`);
  assert.ok(took < 500, `a search took ${took} ms`);
  const [loaded] = await evaluate("performance.getEntriesByType('navigation').map((it) => it.duration)");
  console.log(`${count} tools: shown in ${Math.round(loaded)} ms, searched in ${Math.round(took)} ms`);
});

let failed = 0;
for (const [name, run] of steps) {
  try {
    await run();
    console.log(`ok    ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.message}`);
  }
}
const foreign = browser.requests.filter((url) => !url.startsWith(`file://${folder}/`));
if (browser.complaints.length > 0) console.log("FAILED the console is not silent:", browser.complaints);
if (foreign.length > 0) console.log("FAILED requests:", foreign);
await browser.close();
process.exit(failed + browser.complaints.length + foreign.length > 0 ? 1 : 0);
