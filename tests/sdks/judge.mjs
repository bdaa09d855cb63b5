// Exports every source for every target and asks the official libraries what they say of the lists:
// `node judge.mjs TOOLC HOME FOLDER…`, where each folder holds sources that are exported one by one,
// or is one source.

import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { compileAll } from "./ajv.mjs";
import { MCP_JUDGES, MODERN, RESULT_JUDGES } from "./mcp.mjs";
import { PLANTED_LISTS, PLANTED_MCP, PLANTED_RESULT, PLANTED_TYPES } from "./planted.mjs";
import { ANSWERS, FORMS, MESSAGES, SEARCHING, TYPES, judgeTypes } from "./types.mjs";

const TARGETS = [
  "openai", "openai-responses", "openai-namespaces", "anthropic", "gemini", "gemini-interactions", "mistral", "mcp",
  "openai-strict", "openai-responses-strict", "azure-openai-strict", "anthropic-strict", "mcp-2025-11-25", "mcp-2026-07-28",
];
const REVISED = `mcp-${MODERN}`;
/** So many lists must be judged, and so many exports may be refused because of their roots. */
const FEWEST = 300;
const MOST_REFUSED = 30;
/** So many tools are held to a type at once. */
const AT_ONCE = 300;

const run = promisify(execFile);
const [toolc, home, specs, ...folders] = process.argv.slice(2);
const sources = [specs, join(home, "odd.mcp.json"), ...folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))];
const faults = [];

/** The list, or `undefined` where toolc says that the target would refuse it. */
async function exported(source, target) {
  try {
    const { stdout } = await run(toolc, ["export", "--target", target, source], { maxBuffer: 1 << 28 });
    return JSON.parse(stdout);
  } catch (error) {
    const refused = error.code === 1 && error.stdout === "" && error.stderr.includes("T0411");
    if (!refused) faults.push(`${source} for ${target}: ${error.stderr || error}`);
    return undefined;
  }
}

async function exportAll() {
  const lists = [];
  let refused = 0;
  for (const source of sources) {
    const all = await Promise.all(TARGETS.map((target) => exported(source, target)));
    all.forEach((list, index) => {
      const target = TARGETS[index];
      if (list === undefined) refused += 1;
      else lists.push({ name: `${basename(source)} for ${target}`, target, list });
    });
  }
  return { lists, refused };
}

/** Whether a judge accepts a list, and if not, why. */
async function complaint(judge, list) {
  try {
    await judge(list);
    return undefined;
  } catch (error) {
    return String(error.message ?? error).slice(0, 400) || "refused";
  }
}

/** What the tests of the runtime read and write: by target, a list. */
function inFile(name) {
  return JSON.parse(readFileSync(join(home, name), "utf8"));
}

/** The lists of a file with the types that their elements have at the provider. */
function typedFile(file, types) {
  const lists = inFile(file);
  return Object.entries(types).map(([target, type]) => ({ name: `${file} for ${target}`, type, list: lists[target] }));
}

/** A list in parts that the compiler of TypeScript can hold to a type at once. */
function inParts({ list, ...rest }) {
  const declarations = list[0]?.functionDeclarations;
  const tools = declarations ?? list;
  if (!Array.isArray(tools) || tools.length <= AT_ONCE) return [{ ...rest, list }];
  const starts = Array.from({ length: Math.ceil(tools.length / AT_ONCE) }, (_, index) => index * AT_ONCE);
  return starts.map((start) => {
    const part = tools.slice(start, start + AT_ONCE);
    const name = `${rest.name}, from tool ${start}`;
    return { ...rest, name, list: declarations ? [{ functionDeclarations: part }] : part };
  });
}

/** The forms of a final answer, as members of requests. */
async function exportForms() {
  const targets = Object.entries(FORMS);
  return Promise.all(
    targets.map(async ([target, type]) => {
      const { stdout } = await run(toolc, ["export", "--answer", "triage", "--target", target, join(home, "triage.yaml")]);
      const { generationConfig, ...members } = JSON.parse(stdout);
      return { name: `the form of an answer for ${target}`, type, list: [generationConfig ?? members] };
    }),
  );
}

const { lists, refused } = await exportAll();
const mcp = lists.filter(({ target }) => target.startsWith("mcp"));
for (const [name, judge] of Object.entries(MCP_JUDGES)) {
  // a list of one revision is for clients that speak it
  for (const list of mcp.filter(({ target }) => target !== REVISED || name.endsWith(MODERN))) {
    const said = await complaint(judge, list.list);
    if (said) faults.push(`${list.name}: ${name}: ${said}`);
  }
  if (!(await complaint(judge, PLANTED_MCP[name]))) faults.push(`${name} accepts what is planted`);
}
for (const list of lists) {
  const said = await complaint(compileAll, list.list);
  if (said) faults.push(`${list.name}: ajv: ${said}`);
}
for (const [what, list] of Object.entries(PLANTED_LISTS)) {
  if (!(await complaint(compileAll, list))) faults.push(`ajv accepts ${what}`);
}
const results = inFile("messages.json").mcp;
for (const [name, judge] of Object.entries(RESULT_JUDGES)) {
  for (const result of results) {
    const said = await complaint(judge, result);
    if (said) faults.push(`messages.json: ${name}: ${said}`);
  }
  if (!(await complaint(judge, PLANTED_RESULT))) faults.push(`${name} accepts what is planted`);
}
const typed = [
  ...lists
    .filter(({ target }) => target in TYPES)
    .flatMap((list) => inParts({ ...list, type: TYPES[list.target] })),
  ...typedFile("answers.json", ANSWERS),
  ...typedFile("messages.json", MESSAGES),
  ...typedFile("searching.json", SEARCHING),
  ...(await exportForms()),
];
const types = judgeTypes(home, [...typed, ...PLANTED_TYPES]);
for (const { name } of typed) {
  if (types.has(name)) faults.push(`${name}: types: ${types.get(name)}`);
}
for (const { name, type, list } of PLANTED_TYPES) {
  if (!types.has(name)) faults.push(`${type[1]} of ${type[0]} accepts ${JSON.stringify(list)}`);
}
if (lists.length < FEWEST) faults.push(`only ${lists.length} lists`);
if (refused > MOST_REFUSED) faults.push(`${refused} exports were refused`);
console.log(
  `${lists.length} lists of ${sources.length} sources, ${refused} refused by toolc (T0411); ` +
    `${Object.keys(MCP_JUDGES).length} judges of ${mcp.length} lists for MCP, ${typed.length} lists held to types`,
);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
