import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { insertUsage } from "#core/storage/usage.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import worker from "#worker/rollup/index.ts";
import { expectRolledEqualsRaw } from "./rollup/rolled-equals-raw.ts";
import { usageStream } from "./rollup/usage-stream.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const KEY_SECRET = Buffer.alloc(32, 7).toString("base64");
const SECRET = "tell-nobody";
const environment = (change: Record<string, string> = {}) => ({
  LIBSQL_URL: server.url,
  LIBSQL_AUTH_TOKEN: "",
  STRIPE_SECRET_KEY: `sk_test_${SECRET}`,
  STRIPE_API_URL: "http://127.0.0.1:9",
  KEY_PEPPER: KEY_SECRET,
  KEY_SEALING_SECRET: KEY_SECRET,
  ...change,
});

/** Runs the cron. @returns its log lines, and what it failed with, if it failed. */
async function run(env: unknown) {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const failure = await worker.scheduled({ cron: "* * * * *" }, env).then(
    () => null,
    (error: unknown) => String(error),
  );
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return { lines, failure };
}

it("rolls up what has arrived before it ends, and says in one line what it did", async () => {
  await insertUsage(server.db, usageStream(1500, { now: Date.parse("2026-05-28") }));
  const { lines, failure } = await run(environment());
  expect(failure).toBeNull();
  expect(await expectRolledEqualsRaw(server.db, "after the cron")).toBe(1500);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    event: "cron_ran",
    cron: "* * * * *",
    failed: [],
    usage: { rows: 1500, chunks: 1, caughtUp: true },
    payments: { asked: 0, paid: 0, closed: 0, problems: [] },
    keys: { retired: 0 },
  });
});

it("takes every step although each one fails, says why without secrets, and fails itself", async () => {
  const away = environment({ LIBSQL_URL: "http://127.0.0.1:9", LIBSQL_AUTH_TOKEN: SECRET });
  const { lines, failure } = await run(away);
  expect(failure).toContain("failed at: usage, payments, keys.");
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    failed: ["usage", "payments", "keys"],
    keys: { error: expect.arrayContaining([expect.objectContaining({ name: "DomainError" })]) },
  });
  expect(lines.join() + failure).not.toMatch(new RegExp(`${SECRET}|${KEY_SECRET}`));
});

it("refuses a wrong configuration by the variables' names, without telling their values", async () => {
  const { STRIPE_SECRET_KEY: _, ...rest } = environment({ LIBSQL_URL: SECRET, KEY_PEPPER: SECRET });
  const { lines, failure } = await run(rest);
  expect(failure).toContain("Wrong configuration of latchkey-rollup: LIBSQL_URL must be");
  expect(failure).toContain("STRIPE_SECRET_KEY is missing; KEY_PEPPER must be base64");
  expect(lines.join() + failure).not.toContain(SECRET);
});

it("serves nothing over HTTP", () => {
  expect(worker.fetch().status).toBe(404);
});
