import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { PORT_COUNT } from "#scripts/local/settings.ts";
import { limitMs } from "./slowness.ts";

const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 60_000;
/** No test asks the provider of whoever runs it. */
const DEMO_UPSTREAM = { UPSTREAM_URL: "", UPSTREAM_API_KEY: "" };

export interface TestStackOptions {
  args?: string[];
  folder?: string;
  port?: number;
  /** Through npm and the shell it puts in between, as a user starts it. */
  throughNpm?: boolean;
  /** Further variables of its environment. */
  env?: NodeJS.ProcessEnv;
}

export interface TestStack {
  addresses: StackAddresses;
  folder: string;
  port: number;
  /** The bootstrap process, or npm. */
  child: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Asks politely and waits until it is gone. */
  stop: () => Promise<void>;
}

/** Runs `npm start` like a user, on free ports and with a separate state folder. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const folder = options.folder ?? newStateFolder();
  const port = options.port ?? (await freeBasePort());
  const file = join(folder, "stack.json");
  // One left behind by a killed stack would look like this one's.
  rmSync(file, { force: true });
  const { child, output } = spawnStart({ ...options, folder, port });
  const deadline = Date.now() + limitMs(READY_TIMEOUT_MS);
  while (!existsSync(file)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGTERM");
      throw new Error(`The stack did not start:\n${output()}`);
    }
    await sleep(100);
  }
  const addresses = JSON.parse(readFileSync(file, "utf8")) as StackAddresses;
  return { addresses, folder, port, child, output, stop: () => stopped(child) };
}

/** Starts it and waits for its end: for starts that are meant to be refused. */
export async function runStartToItsEnd(
  options: TestStackOptions,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnStart({ folder: newStateFolder(), port: await freeBasePort(), ...options });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { code, output: output() };
}

export function newStateFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, "latchkey-stack-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function spawnStart({ args = [], folder, port, throughNpm = false, env = {} }: TestStackOptions) {
  let text = "";
  const [command, before] = throughNpm
    ? ["npm", ["start", "--"]]
    : [process.execPath, ["scripts/run.mjs", "start"]];
  const child = spawn(command, [...before, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...DEMO_UPSTREAM, ...env, PORT: String(port), LATCHKEY_LOCAL_DIR: folder },
  });
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return { child, output: () => text };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const late = sleep(limitMs(STOP_TIMEOUT_MS), "late" as const, { ref: false });
  if ((await Promise.race([ended, late])) === "late") throw new Error("The stack did not stop in time.");
}

/** The stack takes a run of ports. */
async function freeBasePort(): Promise<number> {
  const [base = 0] = await freePorts(PORT_COUNT);
  return base;
}
