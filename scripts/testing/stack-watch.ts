import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { askSystem } from "#scripts/ask-system.ts";
import { limitMs } from "./slowness.ts";
import type { TestStack } from "./test-stack.ts";

const LOOK_EVERY_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 30_000;
/** After this many failed checks in a row, the stack is considered dead. */
const MOST_SILENT_LOOKS = 4;
const LOG_TAIL_LINES = 40;

/**
 * Watches a stack while tests run against it. If it stops responding, every test would run into its timeout, so `silent`
 * is aborted instead.
 */
export function watchStack({ addresses }: TestStack): { silent: AbortSignal; end: () => void } {
  const silent = new AbortController();
  const ended = new AbortController();
  const watch = async () => {
    for (let missed = 0; missed < MOST_SILENT_LOOKS; ) {
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
      if (ended.signal.aborted) return;
      const result = await look(`${addresses.web}/api/health`);
      missed = result.startsWith("returned") ? 0 : missed + 1;
      if (missed > 0) console.log(`The stack did not respond (${missed}): ${result}`);
    }
    silent.abort();
  };
  void watch();
  return { silent: silent.signal, end: () => ended.abort() };
}

/** The state of each service, its processes, and the last lines of their logs, for debugging. */
export async function describeStack({ addresses, folder, output }: TestStack): Promise<string> {
  const { web, supabase, libsql, stripe, inbox } = addresses;
  const places = [`${web}/login`, `${web}/api/health`, `${libsql.url}/health`];
  const results = [...places, `${supabase.url}/auth/v1/health`, stripe.url, inbox].map(
    async (url) => `${url} ${await look(url)}`,
  );
  const logs = readdirSync(join(folder, "logs"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `── ${name}\n${tail(readFileSync(join(folder, "logs", name), "utf8"))}`);
  const parts = [
    ...(await Promise.all(results)),
    processes(),
    ...logs,
    `── its own output\n${tail(output())}`,
  ];
  return parts.join("\n");
}

async function look(url: string): Promise<string> {
  const started = performance.now();
  try {
    const { status } = await fetch(url, {
      signal: AbortSignal.timeout(limitMs(RESPONSE_TIMEOUT_MS)),
      redirect: "manual",
    });
    return `returned ${status} after ${Math.round(performance.now() - started)} ms`;
  } catch (error) {
    return `did not respond: ${error instanceof Error ? (error.cause ?? error.message) : error}`;
  }
}

const processes = () =>
  askSystem("ps", ["ax", "-o", "pid,stat,pcpu,time,rss,args", "--sort=-pcpu"])
    .split("\n")
    .slice(0, LOG_TAIL_LINES)
    .map((line) => line.slice(0, 160))
    .join("\n");

/** Lines for single requests and client disconnects, which bury everything else. */
const NOISE = /^(\[mf:info\]|stack: |workerd\/server\/.*disconnected)/;

const tail = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .filter((line) => !NOISE.test(line))
    .slice(-LOG_TAIL_LINES)
    .join("\n");
