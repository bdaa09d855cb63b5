// The official libraries of MCP as judges: their schemas of `tools/list`, and their clients, which
// also compile the output schema of every tool.

import { Client as ClientOf2, InMemoryTransport as TransportOf2 } from "@modelcontextprotocol/client";
import { CallToolResultSchema as ResultOf2, ListToolsResultSchema as ListOf2 } from "@modelcontextprotocol/core";
import { Client as ClientOf1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as TransportOf1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { CallToolResultSchema as ResultOf1, ListToolsResultSchema as ListOf1 } from "@modelcontextprotocol/sdk/types.js";

export const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";
const US = { name: "toolc", version: "0" };
const CAPABILITIES = { tools: {} };

/** What a server answers to a request; `undefined` where it does not know the method. */
function answer(method, list, revision) {
  const modern = revision === MODERN;
  const whole = modern ? { resultType: "complete", ttlMs: 0, cacheScope: "private" } : {};
  switch (method) {
    case "initialize":
      return modern ? undefined : { protocolVersion: LEGACY, capabilities: CAPABILITIES, serverInfo: US };
    case "server/discover":
      return modern
        ? { ...whole, supportedVersions: [MODERN], capabilities: CAPABILITIES, serverInfo: US }
        : undefined;
    case "tools/list":
      return { ...whole, ...list };
    default:
      return undefined;
  }
}

/** Connects a client to a server that has these tools, and lets it list them. */
async function listBy(client, [ours, theirs], list, revision) {
  theirs.onmessage = (message) => {
    if (message.id === undefined) return;
    const result = answer(message.method, list, revision);
    const outcome = result ? { result } : { error: { code: -32601, message: "no such method" } };
    theirs.send({ jsonrpc: "2.0", id: message.id, ...outcome });
  };
  await theirs.start();
  await client.connect(ours);
  const listed = await client.listTools();
  await client.close();
  if (listed.tools.length !== list.tools.length) throw new Error("tools were dropped");
}

const modernClient = () => new ClientOf2(US, { versionNegotiation: { mode: { pin: MODERN } } });

/** Each judge throws where it refuses a list. */
export const MCP_JUDGES = {
  "@modelcontextprotocol/sdk schema": (list) => ListOf1.parse(list),
  "@modelcontextprotocol/sdk client": (list) =>
    listBy(new ClientOf1(US), TransportOf1.createLinkedPair(), list, LEGACY),
  "@modelcontextprotocol/core schema": (list) => ListOf2.parse(list),
  [`@modelcontextprotocol/client ${LEGACY}`]: (list) =>
    listBy(new ClientOf2(US), TransportOf2.createLinkedPair(), list, LEGACY),
  [`@modelcontextprotocol/client ${MODERN}`]: (list) =>
    listBy(modernClient(), TransportOf2.createLinkedPair(), list, MODERN),
};

/** Each throws where it refuses a result of `tools/call`. */
export const RESULT_JUDGES = {
  "@modelcontextprotocol/sdk result": (result) => ResultOf1.parse(result),
  "@modelcontextprotocol/core result": (result) => ResultOf2.parse(result),
};
