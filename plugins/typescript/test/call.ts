// A call of a tool of an API on this machine: typed client, official client, `toolc serve`, service.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";
import { ToolError, Worker } from "./shop/client.js";

const [toolc, specs] = process.argv.slice(2);
assert(toolc && specs);
const client = new Client({ name: "toolc-typescript-test", version: "0" });
await client.connect(new StdioClientTransport({ command: toolc, args: ["serve", specs, "--worker", "desk", "--stdio"] }));
const worker = new Worker(client);
const order = await worker.call("shop__findOrder", { id: "7" });
const total: number = order.total;
assert.equal(order.id, "7");
assert.equal(total, 12.5);
const refused = worker.call("shop__findOrder", { id: "seven" });
await assert.rejects(refused, (error) => error instanceof ToolError && error.tool === "shop__findOrder" && error.message.includes("/id"));
// @ts-expect-error no such tool
await assert.rejects(worker.call("shop__dropOrder", { id: "7" }));
await client.close();
console.log("called");
