import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "#scripts/local/free-port.ts";
import type { StackAddresses } from "#scripts/local/stack.ts";

const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 15_000;

export interface TestStack {
  addresses: StackAddresses;
  folder: string;
  stop(): Promise<void>;
}

/** `npm start` as a user runs it, on free ports and with a state folder of its own. */
export async function startTestStack(extraArguments: string[] = []): Promise<TestStack> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-stack-"));
  const port = await freeBasePort();
  let output = "";
  const child = spawn(process.execPath, ["scripts/run.mjs", "start", ...extraArguments], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: String(port), LATCHKEY_LOCAL_DIR: folder },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const file = join(folder, "stack.json");
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!existsSync(file)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGTERM");
      throw new Error(`The stack did not start:\n${output}`);
    }
    await sleep(100);
  }
  const stop = async () => {
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { addresses: JSON.parse(readFileSync(file, "utf8")) as StackAddresses, folder, stop };
}

/** The stack takes a run of ports; one that is far from others is unlikely to be taken in part. */
async function freeBasePort(): Promise<number> {
  const [seed = 0] = await freePorts(1);
  return 20_000 + (seed % 400) * 20;
}
