// Lists that every judge must refuse: a judge that accepts one of these judges nothing.

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

/** For the compiler. */
export const PLANTED_TYPES = [
  { target: "openai", list: [{ type: "function", function: { name: "t", strict: "no" } }] },
  { target: "openai", list: [{ name: "t", parameters: SCHEMA }] },
  { target: "anthropic", list: [{ name: "t", input_schema: { properties: {} } }] },
  { target: "anthropic", list: [{ name: "t", input_schema: SCHEMA, input_examples: ["a"] }] },
  { target: "gemini", list: [{ name: "t", parametersJsonSchema: SCHEMA }] },
  { target: "gemini", list: [{ functionDeclarations: [{ name: "t", parameters: { type: ["OBJECT", "NULL"] } }] }] },
].map((planted, index) => ({ ...planted, name: `planted ${index}` }));
