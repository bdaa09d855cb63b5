// Calls tools of real servers through two workers of toolc, one that shows results whole and one that shows a part, and holds what is
// shown to the schemas that are listed: `node judge.mjs TOOLC SPECS WORK PORT CALLS`.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [toolc, specs, work, port, file] = process.argv.slice(2);
const rows = Array.from({ length: 120 }, (_, row) => [row, `name ${row}`, `note ${row}`]);
const entities = Array.from({ length: 80 }, (_, number) => ({
  name: `person ${number}`,
  entityType: "person",
  observations: ["likes tea", `lives in house ${number}`, "has been here before"],
}));
const text = readFileSync(file, "utf8").replaceAll("WORK", work).replaceAll("PORT", port);
const calls = JSON.parse(text, (_, value) => value === "ROWS" ? rows : value === "ENTITIES" ? entities : value);

/// The text of a result as a model gets it.
const written = (result) => {
  const value = result.structuredContent ?? result.content.map((block) => block.text ?? "").join("");
  return typeof value === "string" ? value : JSON.stringify(value);
};

async function callAll(worker) {
  const transport = new StdioClientTransport({
    command: toolc,
    args: ["serve", specs, "--worker", worker, "--stdio"],
    env: { ...process.env },
    stderr: "ignore",
  });
  const client = new Client({ name: "judge", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = new Map(tools.filter((tool) => tool.outputSchema).map((tool) => [tool.name, ajv.compile(tool.outputSchema)]));
  const results = [];
  let judged = 0;
  for (const call of calls) {
    const { tool, arguments: given, prepares } = call;
    // the first worker has prepared it
    if (prepares && worker === "shown") {
      results.push(undefined);
      continue;
    }
    const result = await client.callTool({ name: tool, arguments: given }, undefined, { timeout: 60000 });
    assert(!result.isError, `${worker}, ${tool}: ${written(result).slice(0, 300)}`);
    const validate = schemas.get(tool);
    if (validate) {
      assert(validate(result.structuredContent), `${worker}, ${tool}: ${ajv.errorsText(validate.errors)}`);
      judged += 1;
    }
    results.push(written(result));
  }
  await client.close();
  return { results, judged };
}

const whole = await callAll("whole");
const shown = await callAll("shown");
let large = 0;
for (const [index, call] of calls.entries()) {
  const [before, after] = [whole.results[index], shown.results[index]];
  if (after === undefined) continue;
  const share = after.length / before.length;
  console.log(`${call.tool}: ${before.length} characters, ${after.length} shown (${Math.round(share * 100)} %)`);
  if (call.large) {
    assert(share <= 0.2, `${call.tool} is to be shown in less than a fifth`);
    large += 1;
  }
}
const servers = new Set(calls.map((call) => call.tool.split("__")[0])).size;
console.log(`${servers} servers; ${whole.judged} whole results and ${shown.judged} shown ones are as their schemas say; ${large} large ones are shown in less than a fifth`);
process.exit(0);
