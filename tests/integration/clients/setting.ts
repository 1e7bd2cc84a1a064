import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Client } from "./packages.ts";
import { type Ran, runProcess } from "./run-process.ts";

/** Where a client is pointed. */
export interface Gateway {
  origin: string;
  key: string;
  /** Of the installed client. */
  folder: string;
}

/** What a client showed in each trial: the text that it wrote, or the chunks of a stream. */
export interface Shown {
  text: string;
  tool: string;
  /** Null for a client that shows whole texts only; its requests show whether it streams. */
  stream: readonly string[] | null;
}

export interface Setting {
  client: Client;
  setting: string;
  use: (gateway: Gateway) => Promise<Shown>;
}

export const HELLO = "Please say hello.";
/** The demo model calls the tool that `/tool` names. */
export const callOf = (tool: string, input: object) => `Please run /tool ${tool} ${JSON.stringify(input)}`;
/** What the tool of a trial returns. */
export const TOOL_RAN = "tool-ran";

/** Nothing but this machine is reachable through it. */
const OFFLINE = {
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1,localhost",
  npm_config_registry: "http://127.0.0.1:9",
};

interface Run {
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Files by their path in the home folder; the program is started in its folder `work`. */
  files?: Readonly<Record<string, string>>;
  input?: string;
}

/** Runs a client in a home folder of its own, with no other environment than the one given. */
export async function runClient(
  command: string,
  { args, env = {}, files = {}, input = "" }: Run,
): Promise<Ran> {
  const home = mkdtempSync(join(tmpdir(), "latchkey-client-"));
  try {
    const work = join(home, "work");
    mkdirSync(work);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const own = { PATH: process.env.PATH, HOME: home, TMPDIR: home, ...OFFLINE, ...env };
    return await runProcess(command, args, { cwd: work, env: own, input });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The JSON documents of an output with one per line; other lines are left out. */
export const jsonLines = (output: string): Record<string, unknown>[] =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
