import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { parser as pythonParser } from "@lezer/python";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DOCUMENTATION_PAGES, SAMPLE_ORIGIN } from "#app/lib/documentation/topics.ts";
import type { Edge } from "./gateway-http/edge.ts";
import { startSdkEdge } from "./gateway-sdks/local-provider.ts";

const FENCE = /^```(sh|ts|js|python)[^\n]*\n(.*?)^```$/gms;
const run = promisify(execFile);
/** The gateway's own endpoints for keys need the database; `keys-presented.test.ts` tests those. */
const NEEDS_DATABASE = /\/v1\/key|\/api\//;

interface Sample {
  name: string;
  language: string;
  code: string;
}

const SAMPLES: Sample[] = DOCUMENTATION_PAGES.flatMap(({ name }) => {
  const source = readFileSync(`app/features/docs/topics/${name}.md`, "utf8");
  return [...source.matchAll(FENCE)].map(([, language = "", code = ""], at) => ({
    name: `sample ${at + 1} of ${name}, in ${language},`,
    language,
    code,
  }));
});
const ofLanguage = (...languages: string[]) => SAMPLES.filter(({ language }) => languages.includes(language));
const sendsRequest = ({ code }: Sample) => !NEEDS_DATABASE.test(code);
const programs = ofLanguage("ts", "js").filter(
  (sample) => sendsRequest(sample) && /await /.test(sample.code),
);
const commands = ofLanguage("sh").filter((sample) => sendsRequest(sample) && /curl /.test(sample.code));
const usesTestKey = ({ code }: Sample) => code.includes("LATCHKEY_TEST_KEY");

/** Samples run here: they may write a file, or read one. */
const folder = mkdtempSync(join(tmpdir(), "samples-"));
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let edge: Edge;
beforeAll(async () => {
  writeFileSync(join(folder, "key.png"), PNG, "base64");
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  edge = await startSdkEdge();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await edge.stop();
});

test("the documentation has such samples", () => {
  expect(programs.length).toBeGreaterThanOrEqual(18);
  expect(commands.length).toBeGreaterThanOrEqual(10);
});

async function runSample({ code, language }: Sample) {
  const { key, metered } = edge.newKey({ test: usesTestKey({ code, language, name: "" }) });
  const program = code.replaceAll(SAMPLE_ORIGIN, edge.origin).replaceAll("YOUR_API_KEY", key);
  const env = { ...process.env, LATCHKEY_API_KEY: key, LATCHKEY_TEST_KEY: key };
  const ran =
    language === "sh"
      ? await run("sh", ["-ec", program.replaceAll("curl ", "curl --silent --show-error ")], {
          env,
          cwd: folder,
        })
      : await run(process.execPath, ["--input-type=module-typescript", "-e", program], {
          env,
          cwd: folder,
        });
  return { ...ran, metered };
}

const isList = ({ code }: Sample) => /\/v1\/models|models\.list/.test(code);

describe.each(programs.filter((sample) => !usesTestKey(sample)))("$name", (sample) => {
  test("runs as it is written", async () => {
    const { stderr, metered } = await runSample(sample);
    expect(stderr).toBe("");
    if (isList(sample) || sample.code.includes("maxRetries")) return;
    await expect
      .poll(async () => (await metered()).settlements.map(({ statusCode }) => statusCode))
      .toEqual(expect.arrayContaining([200]));
  });
});

describe.each(programs.filter(usesTestKey))("$name", (sample) => {
  test("handles the failure of its test key, for free", async () => {
    const { stdout, stderr, metered } = await runSample(sample);
    expect(stdout + stderr).not.toBe("");
    const costs = (await metered()).settlements.map(({ costMicros }) => costMicros);
    expect(new Set(costs)).toEqual(new Set([0]));
  });
});

describe.each(commands)("$name", (sample) => {
  test("runs as it is written", async () => {
    const { stdout } = await runSample(sample).catch((error: unknown) => {
      // curl reports the stream that a test key cuts off.
      if (usesTestKey(sample) && error instanceof Error && "stdout" in error) return { stdout: error.stdout };
      throw error;
    });
    if (sample.code.includes("--output")) return expect(readdirSync(folder)).not.toEqual([]);
    expect(stdout).toMatch(
      usesTestKey(sample) ? /rate_limit_exceeded|data: / : /"(choices|output|content|data|results|text)"/,
    );
  });
});

/** Parsed, not run: that would need a Python with its libraries. */
test("samples in Python are programs without errors of syntax", () => {
  const samples = ofLanguage("python");
  expect(samples).not.toHaveLength(0);
  for (const { name, code } of samples) expect(pythonErrors(code), name).toEqual([]);
  expect(pythonErrors("print(1")).not.toEqual([]);
});

/** Where the parser had to guess, as positions in the code. */
function pythonErrors(code: string): number[] {
  const errors: number[] = [];
  pythonParser.parse(code).iterate({
    enter: ({ type, from }) => {
      if (type.isError) errors.push(from);
    },
  });
  return errors;
}
