import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DOCUMENTATION_PAGES, SAMPLE_ORIGIN } from "#app/lib/documentation/topics.ts";
import { accessToken } from "#core/contract/access-tokens.ts";
import { apiKey } from "#core/contract/keys.ts";
import { TOKEN_SCOPES } from "#core/domain/access-token.ts";
import { samplesOf } from "#scripts/documentation/samples.ts";
import { type AllWorkers, signInNewUser, startAllWorkers } from "#tests/support/all-workers.ts";
import { operations } from "#worker/api/app.ts";
import { KEY_ID } from "#worker/api/openapi/examples.ts";

const FENCE = /^```(sh|ts)[^\n]*\n(.*?)^```$/gms;
const run = promisify(execFile);

interface Sample {
  name: string;
  language: string;
  code: string;
}

const samplesIn = (name: string, source: string): Sample[] =>
  [...source.matchAll(FENCE)].flatMap(([, language = "", code = ""]) =>
    /\/api\//.test(code) ? [{ name: `${name} in ${language}`, language, code }] : [],
  );

/** Of the guides, and of every operation that reads without naming a thing. */
const guides = DOCUMENTATION_PAGES.flatMap(({ name }) =>
  samplesIn(name, readFileSync(`app/features/docs/topics/${name}.md`, "utf8")),
);
const ofOperations = (await operations())
  .filter(({ method, path, scope }) => scope !== null && method === "get" && !path.includes("{"))
  .flatMap((operation) => samplesIn(operation.object.operationId, samplesOf(operation).join("\n")));

let workers: AllWorkers;
let token: string;
let key: string;
beforeAll(async () => {
  workers = await startAllWorkers();
  const { call } = await signInNewUser(workers, "samples@example.com");
  const body = { name: "Samples", scopes: TOKEN_SCOPES, expires_in_days: 1 };
  ({ token } = accessToken.parse(await (await call("/tokens", body)).json()));
  ({ id: key } = apiKey.parse(await (await call("/keys", { name: "Test", test: true })).json()));
});
afterAll(() => workers.stop());

async function runSample({ code, language }: Sample) {
  const program = code
    .replaceAll(SAMPLE_ORIGIN, workers.origin)
    .replaceAll("YOUR_ACCESS_TOKEN", token)
    .replaceAll(KEY_ID, key);
  const env = { ...process.env, LATCHKEY_TOKEN: token };
  const command = program.replaceAll("curl ", "curl --fail-with-body --silent --show-error ");
  return language === "sh"
    ? run("sh", ["-ec", command], { env })
    : run(process.execPath, ["--input-type=module-typescript", "-e", program], { env });
}

describe.each([...guides, ...ofOperations])("the sample of $name", (sample) => {
  test("runs as it is written, with an access token", async () => {
    const { stdout, stderr } = await runSample(sample);
    expect(stderr).toBe("");
    expect(stdout).not.toMatch(/"code":|code: '/);
    if (sample.language === "sh") expect(stdout.trim()).not.toBe("");
  });
});

test("there are samples of both kinds, and a token is all that they need", () => {
  expect(guides.length).toBeGreaterThanOrEqual(8);
  expect(ofOperations.length).toBeGreaterThan(20);
  for (const { code, name } of guides) expect(code, name).toContain("LATCHKEY_TOKEN");
});
