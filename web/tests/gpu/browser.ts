/** A headless Chromium driven over its debugging socket: enough to run a script and get its answer. */
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const START_MS = 20_000;

export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs `script` on an empty page, then returns what `expression` (a promise) comes to. */
export async function runInChromium(
  chromium: string,
  script: string,
  expression: string,
): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), "motorium-page-"));
  const browser = spawn(
    chromium,
    [
      "--headless",
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  const gone = new Promise((resolve) => browser.once("exit", resolve));
  try {
    const call = await connect(await pageAddress(profile));
    await evaluate(call, script);
    return await evaluate(call, expression);
  } finally {
    browser.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

interface Target {
  type: string;
  webSocketDebuggerUrl: string;
}

async function pageAddress(profile: string): Promise<string> {
  for (const start = Date.now(); Date.now() - start < START_MS; await sleep(100)) {
    try {
      const [port] = readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n");
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const page = ((await answer.json()) as Target[]).find(({ type }) => type === "page");
      if (page) return page.webSocketDebuggerUrl;
    } catch {
      // Not up yet.
    }
  }
  throw new Error(`Chromium did not open its debugging port within ${START_MS} ms`);
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}
type Call = (method: string, params: object) => Promise<Evaluated>;

async function connect(address: string): Promise<Call> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (answer: Evaluated) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Evaluated };
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let lastId = 0;
  return (method, params) =>
    new Promise((resolve) => {
      lastId++;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
}

async function evaluate(call: Call, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await call("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) {
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
  return result.value;
}
