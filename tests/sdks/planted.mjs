// Lists that every judge must refuse: a judge that accepts one of these judges nothing.

import { ANSWERS, FORMS, MESSAGES, SEARCHING, TYPES } from "./types.mjs";

const SCHEMA = { type: "object", properties: {} };

/** One for each judge of `mcp.mjs`, by what that library holds to. */
export const PLANTED_MCP = {
  "@modelcontextprotocol/sdk schema": { tools: [{ name: "t", inputSchema: SCHEMA, outputSchema: { type: "array" } }] },
  "@modelcontextprotocol/sdk client": {
    tools: [{ name: "t", inputSchema: SCHEMA, outputSchema: { type: "object", properties: { a: { $ref: "#/$defs/b" } } } }],
  },
  "@modelcontextprotocol/core schema": { tools: [{ name: "t", inputSchema: {} }] },
  "@modelcontextprotocol/client 2025-11-25": { tools: [{ name: "t", inputSchema: SCHEMA, outputSchema: { anyOf: [] } }] },
  "@modelcontextprotocol/client 2026-07-28": { tools: [{ name: "t", inputSchema: { type: "string" } }] },
};

/** A result that no judge of results takes. */
export const PLANTED_RESULT = { content: [{ type: "text" }], isError: "no" };

const plant = (types, list) => list.map(([target, item]) => ({ type: types[target], list: [item] }));

/** For the compiler. */
export const PLANTED_TYPES = [
  ...plant(TYPES, [
    ["openai", { type: "function", function: { name: "t", strict: "no" } }],
    ["openai", { name: "t", parameters: SCHEMA }],
    ["openai-responses", { type: "function", function: { name: "t", parameters: SCHEMA, strict: false } }],
    ["openai-responses", { type: "function", name: "t", parameters: SCHEMA, strict: false, async: "yes" }],
    ["openai-responses", { type: "function", name: "t", parameters: SCHEMA, strict: false, output_schema: true }],
    ["openai-namespaces", { type: "namespace", name: "n", tools: [] }],
    ["anthropic", { name: "t", input_schema: { properties: {} } }],
    ["anthropic", { name: "t", input_schema: SCHEMA, input_examples: ["a"] }],
    ["gemini", { name: "t", parametersJsonSchema: SCHEMA }],
    ["gemini", { functionDeclarations: [{ name: "t", parameters: { type: ["OBJECT", "NULL"] } }] }],
    ["gemini-interactions", { name: "t", parameters: SCHEMA }],
    ["mistral", { type: "function", function: { name: "t" } }],
    ["mistral", { type: "function", function: { name: "t", parameters: SCHEMA, cache_control: {} } }],
    ["gemini-interactions", { type: "function", function: { name: "t", parameters: SCHEMA } }],
  ]),
  ...plant(ANSWERS, [
    ["openai", { role: "assistant", content: null, refusal: null, tool_calls: [{ id: "c", type: "function" }] }],
    ["openai-responses", { type: "function_call", name: "t", arguments: {} , call_id: "c" }],
    ["anthropic", { type: "tool_use", name: "t", input: {} }],
    ["gemini", { role: "model", parts: [{ functionCall: { name: "t", args: "{}" } }] }],
    ["gemini-interactions", { type: "function_call", call_id: "c", name: "t", arguments: {} }],
  ]),
  ...plant(MESSAGES, [
    ["openai", { role: "tool", content: "" }],
    ["openai-responses", { type: "function_call_output", call_id: "c", output: {} }],
    ["openai-responses", { type: "tool_search_output", call_id: "c", execution: "program", tools: [] }],
    ["anthropic", { role: "user", content: [{ type: "tool_result", content: "" }] }],
    ["anthropic", { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: [{ type: "tool_reference", name: "t" }] }] }],
    ["gemini", { role: "user", parts: [{ functionResponse: { name: "t", response: "text" } }] }],
    ["gemini-interactions", { type: "function_result", id: "c", name: "t", result: "" }],
  ]),
  ...plant(SEARCHING, [
    ["openai-responses", { type: "tool_search", execution: "program" }],
  ]),
  ...plant(FORMS, [
    ["openai", { response_format: { type: "json_schema", json_schema: { schema: SCHEMA, strict: true } } }],
    ["openai-responses", { text: { format: { type: "json_schema", name: "a", strict: true } } }],
    ["anthropic", { output_config: { format: { type: "json", schema: SCHEMA } } }],
    ["gemini", { responseJsonSchema: SCHEMA }],
  ]),
].map((planted, index) => ({ ...planted, name: `planted ${index}` }));

const odd = (schema) => ({ tools: [{ name: "t", inputSchema: { type: "object", properties: { a: schema } } }] });

/** Lists that ajv refuses, and why. */
export const PLANTED_LISTS = {
  "a title that is null": odd({ title: null }),
  "a flag as a text": odd({ deprecated: "true" }),
  "an empty enum": odd({ enum: [] }),
  "a name that is required twice": { tools: [{ name: "t", inputSchema: { type: "object", required: ["a", "a"] } }] },
  "one address twice": odd({ example: { $id: "https://example.com/a" }, "x-a": { $id: "https://example.com/a" } }),
  "an anchor in an example": odd({ example: { $anchor: "not an anchor" } }),
  "a reference to nothing": odd({ $ref: "#/$defs/nothing" }),
};
