// Plays a session with the client library of Visual Studio Code: `node play.mjs TOOLC SESSION HOME`. What the server says is assigned
// to the types of the protocol, and the compiler says what does not fit. With `die`, it is killed on the way.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as protocol from "vscode-languageserver-protocol/node";

const [toolc, path, home, dies] = process.argv.slice(2);
const { root, steps } = JSON.parse(readFileSync(path, "utf8"));

/** The types of what the server sends, by method. */
const TYPES = {
  initialize: "InitializeResult",
  shutdown: "null",
  "textDocument/publishDiagnostics": "PublishDiagnosticsParams",
  "textDocument/hover": "Hover | null",
  "textDocument/definition": "Definition | LocationLink[] | null",
  "textDocument/completion": "CompletionList | CompletionItem[] | null",
  "textDocument/codeAction": "(Command | CodeAction)[] | null",
  "textDocument/prepareRename": "PrepareRenameResult | null",
  "client/registerCapability": "RegistrationParams",
  "window/logMessage": "LogMessageParams",
};

const said = [];
const note = (method, value) => said.push([method, value]);

const server = spawn(toolc, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const ended = new Promise((resolve) => server.on("exit", resolve));
const reader = new protocol.StreamMessageReader(server.stdout);
const connection = protocol.createProtocolConnection(reader, new protocol.StreamMessageWriter(server.stdin));
const told = new Map();
let wake = () => {};
connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
  note("textDocument/publishDiagnostics", params);
  told.set(params.uri, params);
  wake();
});
connection.onNotification(protocol.LogMessageNotification.type, (params) => note("window/logMessage", params));
connection.onRequest(protocol.RegistrationRequest.type, (params) => note("client/registerCapability", params));
let unknown = 0;
connection.onUnhandledNotification(() => (unknown += 1));
connection.onError(([error]) => {
  console.log(`${error}`);
  process.exit(1);
});
connection.listen();

async function ask(type, params) {
  const result = await connection.sendRequest(type, params);
  note(type.method, result);
  return result;
}

async function awaitVersion(uri, version) {
  const late = setTimeout(() => process.exit(1), 60_000);
  while (told.get(uri)?.version !== version) await new Promise((resolve) => (wake = resolve));
  clearTimeout(late);
}

function findings(project) {
  const start = `file://${root}/${project}/`;
  const relative = (uri) => uri.replace(start, "");
  const found = [];
  for (const [uri, { diagnostics }] of told) {
    if (!uri.startsWith(start)) continue;
    for (const { range, severity, code, message, relatedInformation } of diagnostics) {
      const related = (relatedInformation ?? []).map((it) => [relative(it.location.uri), it.location.range, it.message]);
      found.push({ file: relative(uri), range, severity, code, message, related });
    }
  }
  return found;
}

/** Whether two lists have the same findings, in any order. */
function areSame(left, right) {
  const rest = [...right];
  for (const one of left) {
    const at = rest.findIndex((other) => isDeepStrictEqual(one, other));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return rest.length === 0;
}

const folder = { uri: `file://${root}`, name: "root" };
await ask(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: folder.uri,
  workspaceFolders: [folder],
  capabilities: {
    textDocument: {
      publishDiagnostics: { relatedInformation: true, versionSupport: true },
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    },
    workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
  },
});
connection.sendNotification(protocol.InitializedNotification.type, {});
if (dies) console.log(server.pid);
const versions = new Map();
let wrong = 0;
for (const [number, step] of steps.entries()) {
  const uri = `file://${root}/${step.project}/${step.file}`;
  if (!versions.has(uri)) {
    const text = readFileSync(uri.replace("file://", ""), "utf8");
    versions.set(uri, 1);
    const textDocument = { uri, languageId: "yaml", version: 1, text };
    connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument });
  }
  const version = versions.get(uri) + 1;
  versions.set(uri, version);
  const contentChanges = [{ range: step.range, text: step.text }];
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, { textDocument: { uri, version }, contentChanges });
  if (dies && number === 3) process.kill(process.pid, "SIGKILL");
  await awaitVersion(uri, version);
  const place = { textDocument: { uri }, position: step.at };
  await ask(protocol.HoverRequest.type, place);
  await ask(protocol.DefinitionRequest.type, place);
  await ask(protocol.CompletionRequest.type, place);
  const range = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };
  await ask(protocol.CodeActionRequest.type, { ...place, range, context: { diagnostics: [] } });
  try {
    await ask(protocol.PrepareRenameRequest.type, place);
  } catch (error) {
    if (!(error instanceof protocol.ResponseError)) throw error;
  }
  const found = findings(step.project);
  if (!areSame(found, step.findings)) {
    wrong += 1;
    console.log(`edit ${number} of ${uri}:\n  ${JSON.stringify(found)}\n  but \`toolc check\` says\n  ${JSON.stringify(step.findings)}`);
  }
}
await ask(protocol.ShutdownRequest.type);
await connection.sendNotification(protocol.ExitNotification.type);
const code = await ended;

/** What the compiler has against messages. */
function judge(messages) {
  const types = join(home, "types");
  rmSync(types, { recursive: true, force: true });
  mkdirSync(types, { recursive: true });
  const lines = ['import type * as p from "vscode-languageserver-protocol";', 'type Named<T> = T;'];
  for (const [number, [method, value]] of messages.entries()) {
    const type = TYPES[method].replace(/\b[A-Z]\w+/g, (name) => `p.${name}`);
    lines.push(`export const m${number}: ${type} = ${JSON.stringify(value)};`);
  }
  const file = join(types, "said.ts");
  writeFileSync(file, lines.join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--types", ""];
  try {
    execFileSync(join(home, "node_modules/.bin/tsc"), [...options, file], { encoding: "utf8" });
    return "";
  } catch (error) {
    return error.stdout;
  }
}

// a judge that accepts everything says nothing
const planted = { uri: "file:///a", diagnostics: [{ range: { start: { line: 0, character: 0 } }, message: "m" }] };
if (!judge([["textDocument/publishDiagnostics", planted]])) throw new Error("the compiler accepts a range without an end");
if (!judge([["textDocument/hover", { contents: "x", rage: null }]])) throw new Error("the compiler accepts an unknown member");
const faults = judge(said);
console.log(`vscode-languageserver-protocol: ${steps.length} edits, ${said.length} messages, ${wrong} differ, ended with ${code}`);
if (faults) console.log(faults.slice(0, 3000));
process.exit(faults || wrong || unknown || code ? 1 : 0);
