// Runs a program: its code is the first line of standard input, as a JSON string. Everything else on standard input and output is the
// wire of docs/programs.md.
import { createInterface } from "node:readline";
import { createContext, runInContext } from "node:vm";

const lines = createInterface({ input: process.stdin });
const waiting = new Map();
let last = 0;

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

function ask(method, params) {
  const id = ++last;
  write({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function hear({ id, result, error }) {
  const { resolve, reject } = waiting.get(id) ?? {};
  waiting.delete(id);
  if (error?.code === -32000) reject(Object.assign(new Error(error.message), error.data));
  else if (error) process.exit(1);
  // a call that waits for a ruling has no answer in this run: its promise stays as it is
  else if (!result.pending) resolve?.(result.value);
  // Node.js ends once nothing but such promises is left; the input alone must not keep it
  if (waiting.size === 0 || result?.pending) setImmediate(endIfIdle);
}

let pending = 0;

function endIfIdle() {
  if (pending > 0 && waiting.size === 0) process.exit(0);
}

// `tools.bank.pay({…})` calls `bank::pay`
const tools = new Proxy({}, {
  get: (target, namespace) => new Proxy(target, {
    get: (_, name) => (args = {}) => ask("call", { tool: `${String(namespace)}::${String(name)}`, arguments: args }),
  }),
});

async function run(code) {
  const context = createContext({ tools, now: () => ask("now", {}), random: () => ask("random", {}) });
  // what differs between runs comes from the broker
  runInContext("delete Math.random; Date.now = undefined;", context);
  try {
    const value = await runInContext(`(async () => {${code}\n})()`, context);
    write({ method: "end", params: { value: value ?? null } });
  } catch (error) {
    write({ method: "end", params: { error: String(error?.message ?? error) } });
  }
  process.stdout.end(() => process.exit(0));
}

let begun = false;
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (begun) {
    if (message.result?.pending) pending += 1;
    hear(message);
  } else {
    begun = true;
    run(message);
  }
});
