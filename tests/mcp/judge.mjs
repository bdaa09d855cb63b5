// Compares a snapshot with what the official client lists: `node judge.mjs SNAPSHOT COMMAND… | URL [sse]`.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [file, command, ...args] = process.argv.slice(2);
const transport = args[0] === "sse"
  ? new SSEClientTransport(new URL(command))
  : command.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(command))
  : new StdioClientTransport({ command, args, stderr: "ignore" });
const client = new Client({ name: "judge", version: "1" });
await client.connect(transport);
const tools = [];
let cursor;
do {
  const page = await client.listTools(cursor === undefined ? {} : { cursor });
  tools.push(...page.tools);
  cursor = page.nextCursor;
} while (cursor);
const snapshot = JSON.parse(readFileSync(file, "utf8"));
assert.deepStrictEqual(snapshot.tools, tools);
assert.deepStrictEqual(snapshot.serverInfo, client.getServerVersion());
assert.strictEqual(snapshot.instructions, client.getInstructions());
await client.close();
console.log(`${file}: ${tools.length} tools, as the official client lists them`);
process.exit(0);
