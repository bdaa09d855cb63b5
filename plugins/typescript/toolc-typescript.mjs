#!/usr/bin/env node
// A plug-in of toolc: TypeScript declarations of tools, with a typed client of a worker that `toolc serve` serves, or for programs
// that a model writes.
// It reads the descriptor (docs/descriptor.md) and answers with files (docs/plugins.md). Needs Node and nothing else.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Namer, pascal, writeComment } from "./names.mjs";
import { writeProgram } from "./program.mjs";
import { Shared, Types } from "./types.mjs";

/** Ends as one that a plug-in refuses: nothing is written. */
function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

function readOptions(text) {
  const options = { worker: undefined, sdk: "@modelcontextprotocol/sdk", for: "client" };
  for (const part of (text ?? "").split(",").filter((part) => part !== "")) {
    const [key, value] = part.split(/=(.*)/s);
    if (!(key in options) || !value) refuse(`unknown option \`${part}\`: write \`worker=NAME\`, \`sdk=PACKAGE\` or \`for=program\``);
    options[key] = value;
  }
  if (!["client", "program"].includes(options.for)) refuse(`\`for=${options.for}\` is neither \`for=client\` nor \`for=program\``);
  if (options.for === "program" && options.worker === undefined) refuse("a program has the tools of a worker: write `worker=NAME`");
  return options;
}

/** The tools that a worker may call, or all. */
function chooseTools(descriptor, name) {
  if (name === undefined) return descriptor.tools;
  const worker = descriptor.workers.find((worker) => worker.name === name);
  if (!worker) refuse(`there is no worker \`${name}\`: ${descriptor.workers.map((worker) => worker.name).join(", ") || "the specs have none"}`);
  return descriptor.tools.filter((tool) => Object.hasOwn(worker.grants, tool.key));
}

const OF_NAMES = `
export type ToolName = keyof Tools;

export type ArgumentsOf<N extends ToolName> = Tools[N] extends { arguments: infer A } ? A : never;

export type ResultOf<N extends ToolName> = Tools[N] extends { result: infer R } ? R : never;
`;

function writeTypes(tools) {
  const namer = new Namer(["Tools", "ToolName", "ArgumentsOf", "ResultOf"]);
  const shared = new Shared();
  const blocks = [];
  const entries = [];
  for (const tool of tools) {
    const base = pascal(tool.wire_name);
    const declare = (schema, suffix, about) => {
      const types = new Types(schema, namer, `${base}${suffix}`, suffix === "Arguments", shared);
      const name = types.declareRoot();
      blocks.push(...types.blocks(writeComment(about)));
      return name;
    };
    const given = declare(tool.input, "Arguments", [`Arguments of \`${tool.key}\`.`, tool.description]);
    // what is not shown to clients is not checked either: it is what others say of themselves
    const checked = tool.output !== null && tool.shows_output;
    const doubt = checked ? [] : ["Nobody checks results against it: the client returns `unknown`."];
    const result = tool.output === null ? "unknown" : declare(tool.output, "Result", [`Result of \`${tool.key}\`.`, ...doubt]);
    const about = writeComment([tool.title, tool.description, `Effect: ${tool.effect.class}.`], "  ");
    entries.push(`${about}  ${JSON.stringify(tool.wire_name)}: { arguments: ${given}; result: ${checked ? result : "unknown"} };\n`);
  }
  const map = `/** Every tool, by the name that it is called by. */\nexport interface Tools {\n${entries.join("")}}\n`;
  return `${blocks.join("\n")}\n${map}${OF_NAMES}`;
}

const HEAD = "// Made by toolc-typescript of tool specs. Do not edit.\n/* eslint-disable */\n\n";
const descriptor = JSON.parse(readFileSync(0, "utf8"));
if (descriptor.version !== 1) refuse(`this plug-in reads version 1 of the descriptor, found ${descriptor.version}`);
const options = readOptions(process.argv[2]);
const tools = chooseTools(descriptor, options.worker);
if (options.for === "program") {
  const worker = descriptor.workers.find((worker) => worker.name === options.worker);
  const files = [{ path: "program.d.ts", text: HEAD + writeProgram(tools, worker) }];
  process.stdout.write(JSON.stringify({ version: 1, files }));
  process.exit(0);
}
const client = readFileSync(fileURLToPath(new URL("client.ts.txt", import.meta.url)), "utf8");
const files = [
  { path: "types.ts", text: HEAD + writeTypes(tools) },
  { path: "client.ts", text: HEAD + client.replaceAll("@modelcontextprotocol/sdk", options.sdk) },
];
process.stdout.write(JSON.stringify({ version: 1, files }));
