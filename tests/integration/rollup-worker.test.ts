import { afterAll, beforeAll, expect, it, vi } from "vitest";
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

const run = (env: unknown) => worker.scheduled({ cron: "* * * * *" }, env);

it("rolls up what has arrived before it ends, and says in one line what it did", async () => {
  await insertUsage(server.db, usageStream(1500, { now: Date.parse("2026-05-28") }));
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: "" });
  expect(await expectRolledEqualsRaw(server.db, "after the cron")).toBe(1500);
  expect(log).toHaveBeenCalledTimes(1);
  const line = JSON.parse(String(log.mock.calls[0]?.[0]));
  expect(line).toMatchObject({
    event: "usage_rolled_up",
    cron: "* * * * *",
    rows: 1500,
    chunks: 1,
    caughtUp: true,
  });
  log.mockRestore();
});

it("fails aloud when the database cannot be reached or a setting is missing, without telling secrets", async () => {
  await expect(run({ LIBSQL_URL: "http://127.0.0.1:9", LIBSQL_AUTH_TOKEN: "tell-nobody" })).rejects.toThrow();
  const missing = await run({ LIBSQL_AUTH_TOKEN: "tell-nobody" }).catch(String);
  expect(missing).toContain("LIBSQL_URL");
  expect(missing).not.toContain("tell-nobody");
});

it("serves nothing over HTTP", () => {
  expect(worker.fetch().status).toBe(404);
});
