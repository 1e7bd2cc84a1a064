import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { DAY_MS } from "#core/domain/time.ts";
import { WriteProbe } from "#core/services/health/check-health.ts";
import { reportHealth } from "#core/services/health/report-health.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { eventually } from "#tests/support/limits.ts";
import { outagesBinding } from "#tests/support/outage-log.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { BUILD } from "#worker/build-info.ts";
import { type RollupBindings, cron as worker } from "#worker/rollup/cron.ts";
import { expectRolledEqualsRaw } from "./rollup/rolled-equals-raw.ts";
import { usageStream } from "./rollup/usage-stream.ts";
import { type LocalStage, SECRET_KEY, startLocalStripe } from "./stripe-support.ts";

let server: TestDatabase;
let stripe: LocalStage;
beforeAll(async () => {
  [server, stripe] = await Promise.all([startPatientDatabase(), startLocalStripe()]);
});
afterAll(() => Promise.all([server.stop(), stripe.stop()]));

const KEY_SECRET = Buffer.alloc(32, 7).toString("base64");
const SECRET = "tell-nobody";
const environment = (change: Record<string, string> = {}) => ({
  LIBSQL_URL: server.url,
  LIBSQL_AUTH_TOKEN: "",
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_API_URL: stripe.url,
  KEY_PEPPER: KEY_SECRET,
  KEY_SEALING_SECRET: KEY_SECRET,
  USAGE_RETENTION_DAYS: "",
  OUTAGES: outagesBinding(),
  ...change,
});

const STEPS = [
  "database",
  "usage",
  "hours",
  "days",
  "books",
  "retention",
  "payments",
  "reconciliation",
  "topUps",
  "cards",
  "receipts",
  "keys",
  "notifications",
  "emails",
  "alerts",
];

/** Runs the cron. @returns its log lines, and its failure, if it failed. */
async function run(env: RollupBindings) {
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

it("rolls up what has arrived before it ends, and reports its work in one line", async () => {
  await insertUsage(server.db, usageStream(1500, { now: Date.now() }));
  const { lines, failure } = await run(environment());
  expect(failure).toBeNull();
  expect(await expectRolledEqualsRaw(server.db, "after the cron")).toBe(1500);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    event: "cron_ran",
    version: BUILD.version,
    commit: BUILD.commit,
    cron: "* * * * *",
    failed: [],
    usage: { rows: 1500, chunks: 1, caughtUp: true },
    books: { days: 0, caughtUp: true },
    retention: { rows: 0, done: true },
    payments: { checked: 0, paid: 0, closed: 0, returned: [], problems: [] },
    reconciliation: { stage: null, last: { compared: 0, repairs: 0, problem_count: 0 } },
    keys: { retired: 0 },
    notifications: { expiring: 0, deleted: 0 },
    emails: { sent: 0, later: 0, refused: 0, dropped: 0, reasons: [] },
  });
});

it("does everything else when email is half configured, and names the missing settings without revealing a value", async () => {
  const half = { MAIL_FROM: "notices@latchkey.example", APP_ORIGIN: `https://${SECRET}.test/path` };
  const { lines, failure } = await run(environment(half));
  expect(failure).toContain("failed at: emails.");
  const why =
    "Wrong configuration of email (MAIL_FROM): MAIL_API_KEY is missing; APP_ORIGIN must be an origin";
  expect(String(lines[0])).toContain(why);
  expect(lines.join() + failure).not.toContain(SECRET);
});

it("counts no row of the previous run again", async () => {
  const first = await expectRolledEqualsRaw(server.db, "before");
  for (const [times, count] of [7, 5].entries()) {
    await insertUsage(server.db, usageStream(count, { now: Date.now(), first: first + times * 7 }));
    expect((await run(environment())).failure).toBeNull();
    expect(await expectRolledEqualsRaw(server.db, `after ${count} more`)).toBe(
      first + (times === 0 ? 7 : 12),
    );
  }
});

const operator = () => ({
  db: server.db,
  clock: { now: () => Date.now() },
  requestId: "test",
  healthToken: SECRET,
  writeProbe: new WriteProbe(),
});
/** Its limit of two seconds is not what these tests are about. */
const healthReport = () => eventually(() => reportHealth(operator(), SECRET));

it("retires rolled-up rows older than the configured days, the next time it passes a midnight", async () => {
  await writeBatch(server.db, ["UPDATE usage_retention SET retired_before = 0"]);
  const old = usageStream(40, { now: Date.now() - 66 * DAY_MS, first: 10_000 });
  const younger = usageStream(40, { now: Date.now() - 64 * DAY_MS, first: 10_000 });
  const late = [
    ...old.map((row) => ({ ...row, timestamp: row.timestamp - 30 * DAY_MS })),
    ...younger.map((row) => ({
      ...row,
      requestId: `y-${row.requestId}`,
      timestamp: Date.now() - 64 * DAY_MS,
    })),
  ];
  await insertUsage(server.db, late);
  const { lines, failure } = await run(environment({ USAGE_RETENTION_DAYS: "70" }));
  expect(failure).toBeNull();
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    usage: { rows: 80 },
    retention: { rows: 40, done: true },
  });
  const { retention } = await healthReport();
  expect(retention.done).toBe(true);
  const days = (Date.now() - Date.parse(String(retention.retired_before))) / DAY_MS;
  expect(Math.floor(days)).toBe(70);
});

it("stores its last run for the operator's report, and when a failing step last succeeded", async () => {
  await run(environment());
  const good = await healthReport();
  expect(good.last_run?.failed).toEqual([]);
  expect(Object.keys(good.steps).sort()).toEqual([...STEPS].sort());
  expect(good.steps.usage).toMatchObject({ ok: true, error: null, report: { rows: 0, caughtUp: true } });
  expect(good.steps.usage?.last_ok_at).toBe(good.steps.usage?.at);

  await writeBatch(server.db, ["ALTER TABLE rollup_chunk RENAME TO away"]);
  const { failure } = await run(environment());
  await writeBatch(server.db, ["ALTER TABLE away RENAME TO rollup_chunk"]);
  expect(failure).toContain("failed at: usage, days.");
  const bad = await healthReport();
  expect(bad.last_run?.failed).toEqual(["usage", "days"]);
  expect(bad.steps.usage).toMatchObject({ ok: false, report: {}, last_ok_at: good.steps.usage?.at });
  expect(bad.steps.usage?.error).toContain("no such table: rollup_chunk");
  expect(bad.steps.keys?.ok).toBe(true);
});

it("takes no step without the database, reports why without secrets, and fails itself", async () => {
  const away = environment({ LIBSQL_URL: "http://127.0.0.1:9", LIBSQL_AUTH_TOKEN: SECRET });
  const { lines, failure } = await run(away);
  expect(failure).toContain("failed at: database.");
  const failed = { error: expect.arrayContaining([expect.objectContaining({ name: "DomainError" })]) };
  const line = JSON.parse(String(lines[0]));
  expect(line).toMatchObject({ failed: ["database"], database: failed });
  expect(line).not.toHaveProperty("unrecorded");
  expect(STEPS.filter((step) => step in line)).toEqual(["database"]);
  expect(lines.join() + failure).not.toMatch(new RegExp(`${SECRET}|${KEY_SECRET}`));
});

/** A monitor that watches for silence. */
async function startMonitor(status: number) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { calls, HEARTBEAT_URL: `http://127.0.0.1:${port}/${SECRET}` };
}

it("sends a heartbeat after each run that came to its end, also with a failed step, and none without the database", async () => {
  const { calls, HEARTBEAT_URL } = await startMonitor(200);
  const half = { MAIL_FROM: "notices@latchkey.example" };
  expect((await run(environment({ HEARTBEAT_URL }))).failure).toBeNull();
  expect((await run(environment({ HEARTBEAT_URL, ...half }))).failure).toContain("failed at: emails.");
  await run(environment({ HEARTBEAT_URL, LIBSQL_URL: "http://127.0.0.1:9" }));
  expect(calls).toEqual([`GET /${SECRET}`, `GET /${SECRET}`]);
});

it.each([
  ["that is refused", async () => (await startMonitor(500)).HEARTBEAT_URL, /The heartbeat got 500/],
  ["with a wrong address", async () => `/${SECRET}`, /HEARTBEAT_URL must be/],
])("a heartbeat %s is logged without its address, and fails no run", async (_what, urlOf, reason) => {
  const { lines, failure } = await run(environment({ HEARTBEAT_URL: await urlOf() }));
  expect(failure).toBeNull();
  expect(lines.join()).toMatch(reason);
  expect(lines.join()).not.toContain(SECRET);
});

it("refuses a wrong configuration by the variables' names, without revealing their values", async () => {
  const { STRIPE_SECRET_KEY: _, ...rest } = environment({
    LIBSQL_URL: SECRET,
    KEY_PEPPER: SECRET,
    USAGE_RETENTION_DAYS: "61",
  });
  const { lines, failure } = await run(rest);
  expect(failure).toContain("Wrong configuration of latchkey-rollup: LIBSQL_URL must be");
  expect(failure).toContain("STRIPE_SECRET_KEY is missing; KEY_PEPPER must be base64");
  expect(failure).toContain("USAGE_RETENTION_DAYS must be a whole number of days from 62 to 3650");
  expect(lines.join() + failure).not.toContain(SECRET);
});

it("serves its version over HTTP and nothing else", async () => {
  const get = (path: string) => worker.fetch(new Request(`http://rollup.test${path}`));
  expect(get("/").status).toBe(404);
  expect(await get("/version.json").json()).toEqual(BUILD);
});
