// The official libraries that have types and no validators as judges: every list is assigned to the
// type of the request's field, and the compiler says what does not fit.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The type of an element of `tools`: where it is imported from, and its name, which may be in a namespace. */
export const TYPES = {
  openai: ["openai/resources/chat/completions", "ChatCompletionTool"],
  "openai-responses": ["openai/resources/responses/responses", "FunctionTool"],
  "openai-namespaces": ["openai/resources/responses/responses", "Tool"],
  anthropic: ["@anthropic-ai/sdk/resources/messages", "Tool"],
  gemini: ["@google/genai", "Tool"],
  "gemini-interactions": ["@google/genai", "Interactions.Tool"],
  mistral: ["@mistralai/mistralai/models/components", "Tool"],
  "openai-strict": ["openai/resources/chat/completions", "ChatCompletionTool"],
  "openai-responses-strict": ["openai/resources/responses/responses", "FunctionTool"],
  "azure-openai-strict": ["openai/resources/chat/completions", "ChatCompletionTool"],
  "anthropic-strict": ["@anthropic-ai/sdk/resources/messages", "Tool"],
};

/** The types of lists whose model searches for tools and the program answers, in `searching.json`. */
export const SEARCHING = {
  "openai-responses": ["openai/resources/responses/responses", "Tool"],
  "openai-namespaces": ["openai/resources/responses/responses", "Tool"],
  anthropic: ["@anthropic-ai/sdk/resources/messages", "Tool"],
};

/** The types of what models answer with, in `answers.json`. */
export const ANSWERS = {
  openai: ["openai/resources/chat/completions", "ChatCompletionMessage"],
  "openai-responses": ["openai/resources/responses/responses", "ResponseOutputItem"],
  anthropic: ["@anthropic-ai/sdk/resources/messages", "ContentBlock"],
  gemini: ["@google/genai", "Content"],
  "gemini-interactions": ["@google/genai", "Interactions.Step"],
};

/** The types of what goes back, in `messages.json`. */
export const MESSAGES = {
  openai: ["openai/resources/chat/completions", "ChatCompletionMessageParam"],
  "openai-responses": ["openai/resources/responses/responses", "ResponseInputItem"],
  anthropic: ["@anthropic-ai/sdk/resources/messages", "MessageParam"],
  gemini: ["@google/genai", "Content"],
  "gemini-interactions": ["@google/genai", "Interactions.Step"],
};

/** The types of requests, which have the form of a final answer in them, without what else a request must have. */
export const FORMS = {
  openai: ["openai/resources/chat/completions", "ChatCompletionCreateParamsNonStreaming", ["response_format"]],
  "openai-responses": ["openai/resources/responses/responses", "ResponseCreateParamsNonStreaming", ["text"]],
  anthropic: ["@anthropic-ai/sdk/resources/messages", "MessageCreateParamsNonStreaming", ["output_config"]],
  gemini: ["@google/genai", "GenerateContentConfig", ["responseMimeType", "responseJsonSchema"]],
  "gemini-interactions": ["@google/genai", "Interactions.CreateModelInteractionParamsNonStreaming", ["response_format"]],
};

const OPTIONS = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--types", ""];

/** The faults of lists, by their names: `[{ name, type, list }]`. */
export function judgeTypes(home, lists) {
  const folder = join(home, "types");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = lists.map(({ type: [source, type, keys], list }, index) => {
    const file = join(folder, `list${index}.ts`);
    const [imported] = type.split(".");
    const whole = keys ? `Required<Pick<${type}, ${keys.map((key) => `"${key}"`).join(" | ")}>>` : type;
    writeFileSync(
      file,
      `import type { ${imported} } from "${source}";\nexport const list: (${whole})[] = ${JSON.stringify(list)};\n`,
    );
    return file;
  });
  const faults = new Map();
  for (const line of compile(home, files).split("\n")) {
    const found = /list(\d+)\.ts\S* ?:? ?(error .*)/.exec(line);
    if (!found) {
      if (line.includes("error TS")) throw new Error(line);
      continue;
    }
    const { name } = lists[Number(found[1])];
    faults.set(name, faults.get(name) ?? found[2].slice(0, 400));
  }
  return faults;
}

/** What the compiler says. */
function compile(home, files) {
  const compiler = join(home, "node_modules", "typescript", "bin", "tsc");
  const options = { cwd: home, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] };
  try {
    return execFileSync(process.execPath, [compiler, ...OPTIONS, ...files], options);
  } catch (error) {
    if (error.stdout === undefined || error.signal) throw error;
    return error.stdout;
  }
}
