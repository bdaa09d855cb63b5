// ajv as clients of MCP use it: one instance compiles every schema of a list, in its default mode, with the formats of
// `ajv-formats`. Keywords and formats that JSON Schema does not define are announced to it: they are legal, and whoever
// wrote them meant them for somebody.

import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

/** What the messages of ajv are about that a program announces to it. */
const UNKNOWN = [
  [/^strict mode: unknown keyword: "(.*)"$/s, (ajv, name) => ajv.addKeyword(name)],
  [/^unknown format "(.*)" ignored in schema/s, (ajv, name) => ajv.addFormat(name, true)],
];

/** The schemas of a list of any target, each with the name of its tool. */
export function schemasOf(list) {
  const found = [];
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit);
    const inner = value.tools ?? value.functionDeclarations;
    if (inner) return visit(inner);
    const tool = value.function ?? value.toolSpec ?? value;
    for (const key of ["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "outputSchema"]) {
      const schema = tool[key]?.json ?? tool[key];
      if (schema) found.push([`${tool.name} ${key}`, schema]);
    }
  };
  visit(list);
  return found;
}

/** Throws if ajv refuses a schema of a list. */
export function compileAll(list) {
  const ajv = new Ajv2020({ logger: false });
  addFormats.default(ajv);
  for (const [name, schema] of schemasOf(list)) {
    for (;;) {
      try {
        ajv.compile(schema);
        break;
      } catch (error) {
        const message = String(error.message);
        const known = UNKNOWN.find(([pattern]) => pattern.test(message));
        if (!known) throw new Error(`${name}: ${message}`);
        known[1](ajv, known[0].exec(message)[1]);
        ajv.removeSchema(schema);
      }
    }
  }
}
