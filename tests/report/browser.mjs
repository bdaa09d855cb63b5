// Chromium over the pipe of its own protocol: Node and the browser, nothing else.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
];

/** A browser with one page; what the page asks for and complains about is kept. */
export async function openBrowser(program) {
  const profile = mkdtempSync(join(tmpdir(), "toolc-report-"));
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const waiting = new Map();
  const listeners = new Map();
  let number = 0;
  let rest = Buffer.alloc(0);
  const gone = new Promise((resolve) => child.on("exit", resolve));
  child.on("exit", () => waiting.forEach(({ reject }) => reject(new Error("the browser is gone"))));
  child.stdio[4].on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.subarray(0, end).toString());
      rest = rest.subarray(end + 1);
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.error !== undefined) reject?.(new Error(message.error.message));
      else if (message.id !== undefined) resolve?.(message.result);
      else listeners.get(message.method)?.(message.params);
    }
  });
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    number += 1;
    waiting.set(number, { resolve, reject });
    child.stdio[3].write(JSON.stringify({ id: number, method, params, sessionId }) + "\0");
  });

  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const ask = (method, params) => send(method, params, sessionId);
  const complaints = [];
  const requests = [];
  listeners.set("Runtime.consoleAPICalled", ({ type, args }) =>
    complaints.push(`${type}: ${args.map((it) => it.value ?? it.description).join(" ")}`));
  listeners.set("Runtime.exceptionThrown", ({ exceptionDetails }) =>
    complaints.push(exceptionDetails.exception?.description ?? exceptionDetails.text));
  listeners.set("Log.entryAdded", ({ entry }) => complaints.push(entry.text));
  listeners.set("Network.requestWillBeSent", ({ request }) => requests.push(request.url));
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await ask(`${domain}.enable`);

  /** The value of an expression in the page. */
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await ask("Runtime.evaluate", {
      expression, returnByValue: true, awaitPromise: true,
    });
    if (exceptionDetails !== undefined) {
      throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    }
    return result.value;
  };
  const KEYS = { Enter: 13, Escape: 27, Tab: 9, ArrowDown: 40, ArrowUp: 38, "/": 191, " ": 32 };
  return {
    complaints,
    requests,
    evaluate,
    async open(url) {
      const loaded = new Promise((resolve) => listeners.set("Page.loadEventFired", resolve));
      await ask("Page.navigate", { url });
      await loaded;
    },
    async press(key, modifiers = 0) {
      const text = { Enter: "\r", "/": "/", " ": " " }[key];
      const event = { key, code: key, windowsVirtualKeyCode: KEYS[key], modifiers };
      await ask("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...event });
      await ask("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    type: (text) => ask("Input.insertText", { text }),
    resize: (width, height) => ask("Emulation.setDeviceMetricsOverride", {
      width, height, deviceScaleFactor: 1, mobile: width < 500,
    }),
    media: (media, features) => ask("Emulation.setEmulatedMedia", {
      media, features: Object.entries(features).map(([name, value]) => ({ name, value })),
    }),
    async shoot(path) {
      const { data } = await ask("Page.captureScreenshot", { format: "png" });
      writeFileSync(path, Buffer.from(data, "base64"));
    },
    async close() {
      await send("Browser.close").catch(() => {});
      const killed = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await gone;
      clearTimeout(killed);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
