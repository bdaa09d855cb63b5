// What a program that a model writes may use: `tools.namespace.name(…)`, as the sandbox of docs/programs.md has it.

import { Namer, pascal, writeComment, writeKey } from "./names.mjs";
import { Shared, Types } from "./types.mjs";

const OF_BROKER = `
/** The time, in milliseconds since 1970. It is the same whenever the program runs again. */
declare function now(): Promise<number>;

/** A number from 0 up to 1. It is the same whenever the program runs again. */
declare function random(): Promise<number>;
`;

/** The schema of what the worker shows programs of a tool's results; null if the broker holds them to none. */
function findShown(worker, tool) {
  if (tool.output === null || !tool.shows_output) return null;
  return worker.grants[tool.key].results?.schema ?? tool.output;
}

/** The declarations of the tools of a worker. What the broker does not hold to a schema is `unknown`. */
export function writeProgram(tools, worker) {
  const namer = new Namer(["tools", "now", "random"]);
  const shared = new Shared();
  const blocks = [];
  const spaces = new Map();
  for (const tool of tools) {
    const base = pascal(tool.wire_name);
    const declare = (schema, suffix) => {
      const types = new Types(schema, namer, `${base}${suffix}`, suffix === "Arguments", shared);
      const name = types.declareRoot();
      blocks.push(...types.blocks(""));
      return name;
    };
    const given = declare(tool.input, "Arguments");
    const shown = findShown(worker, tool);
    const result = shown === null ? "unknown" : declare(shown, "Result");
    const needs = Array.isArray(tool.input?.required) && tool.input.required.length > 0;
    const about = writeComment([tool.title, tool.description, `Effect: ${tool.effect.class}.`], "    ");
    const line = `${about}    ${writeKey(tool.name)}(args${needs ? "" : "?"}: ${given}): Promise<${result}>;\n`;
    spaces.set(tool.namespace, [...(spaces.get(tool.namespace) ?? []), line]);
  }
  const members = [...spaces].map(([space, lines]) => `  ${writeKey(space)}: {\n${lines.join("")}  };\n`);
  const types = blocks.join("\n").replace(/^export type/gm, "type");
  return `${types}\ndeclare const tools: {\n${members.join("")}};\n${OF_BROKER}`;
}
