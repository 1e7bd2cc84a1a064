import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_ORIGIN } from "#app/features/docs/topics.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import type { Edge } from "./gateway-http/edge.ts";
import { startSdkEdge } from "./gateway-sdks/local-provider.ts";

const TOPICS = ["authentication", "api-usage", "integration"];
const FENCE = /^```(?:ts|js)[^\n]*\n(.*?)^```$/gms;
const run = promisify(execFile);

/** Complete programs: they create a client of a library, and send a request. */
const PROGRAMS = TOPICS.flatMap((topic) => {
  const source = readFileSync(`app/features/docs/topics/${topic}.md`, "utf8");
  const blocks = [...source.matchAll(FENCE)].map(([, code = ""]) => code);
  return blocks
    .filter((code) => /from "(openai|ai)"/.test(code) && /\bawait\b/.test(code))
    .map((code, at) => ({ name: `sample ${at + 1} of ${topic}`, code }));
});

let edge: Edge;
beforeAll(async () => {
  edge = await startSdkEdge();
}, 60_000);
afterAll(() => edge.stop());

test("the documentation has such programs", () => {
  expect(PROGRAMS.length).toBeGreaterThanOrEqual(4);
});

async function runProgram(code: string, key: string) {
  const program = code.replaceAll(SAMPLE_ORIGIN, edge.origin).replaceAll("YOUR_API_KEY", key);
  const env = { ...process.env, LATCHKEY_API_KEY: key, LATCHKEY_TEST_KEY: key };
  return run(process.execPath, ["--input-type=module-typescript", "-e", program], { env });
}

const usesTestKey = ({ code }: { code: string }) => code.includes("LATCHKEY_TEST_KEY");

test.each(PROGRAMS.filter((program) => !usesTestKey(program)))(
  "$name runs as it is written",
  async ({ code }) => {
    const { key, settled } = edge.newKey();
    const { stderr } = await runProgram(code, key);
    expect(stderr).toBe("");
    expect(await settled()).toMatchObject([{ statusCode: 200, outcome: OUTCOMES.completed }]);
  },
);

test.each(PROGRAMS.filter(usesTestKey))("$name handles the failure of its test key", async ({ code }) => {
  const { key, metered } = edge.newKey({ test: true });
  const { stdout, stderr } = await runProgram(code, key);
  expect(stdout + stderr).not.toBe("");
  const costs = (await metered()).settlements.map(({ costMicros }) => costMicros);
  expect(new Set(costs)).toEqual(new Set([0]));
});
