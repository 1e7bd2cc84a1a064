import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { runTraffic } from "#scripts/traffic/run-traffic.ts";

async function errorsOf(words: string[], stack: object | null): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-traffic-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  if (stack !== null) writeFileSync(join(folder, "stack.json"), JSON.stringify(stack));
  vi.stubEnv("LATCHKEY_LOCAL_DIR", folder);
  const lines: string[] = [];
  const output = { log: expect.unreachable, error: (line: string) => void lines.push(line) };
  expect(await runTraffic(words, output)).toBe(1);
  return lines.map((line) => line.replace(folder, "FOLDER"));
}

const HINT = "Start one with npm start, or give --url and --key.";

it("says in a sentence that no stack is running, and what to do", async () => {
  expect(await errorsOf([], null)).toEqual([`No stack is running in FOLDER. ${HINT}`]);
});

it("says that a stack which was killed doesn't respond", async () => {
  const [port] = await freePorts(1);
  const supabase = { url: `http://127.0.0.1:${port}`, publishableKey: "sb_publishable_x" };
  const stack = { supabase, web: supabase.url, demo: { email: "a@example.com", password: "x" } };
  expect(await errorsOf([], stack)).toEqual([`The stack in FOLDER doesn't respond. ${HINT}`]);
});

it.each([
  ["--count", "0", "--count must be a whole number from 1 to 100000."],
  ["--fail-every", "x", "--fail-every must be a whole number from 0 to 100000."],
])("names %s when it is %s", async (option, value, error) => {
  expect(await errorsOf([option, value], null)).toEqual([error]);
});
