import { expect, it } from "vitest";
import type { HealthReport } from "#core/contract/health.ts";
import { recordRun } from "#core/services/health/cron-run.ts";
import { apiUsage } from "#core/storage/schema/usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { BUILD } from "#worker/build-info.ts";
import { call, clock, errorOf, newUser, openTestDatabase, testApi } from "./support/test-api.ts";

const TOKEN = "the-operators-token-0123456789abcdef";
/** The api and roll-up workers may run different builds for a while. */
const CRON_BUILD = { version: "0.1.0", commit: "3f2a91c07be4", built_at: "2026-07-01T12:00:00.000Z" };
const ASK = "/api/health?verbose";
const withToken = () => testApi({ healthToken: TOKEN });

it("without the operator's setting there is no report for anyone", async () => {
  for (const presented of [null, "undefined", TOKEN]) {
    const response = await call(testApi(), presented, ASK);
    expect([response.status, (await errorOf(response)).code]).toEqual([404, "not_found"]);
  }
});

it("the report requires the token", async () => {
  const { token } = await newUser();
  const wrong = [null, token, TOKEN.slice(1), `${TOKEN}0`, TOKEN.toUpperCase(), "x"];
  for (const presented of wrong) {
    const response = await call(withToken(), presented, ASK);
    const text = await response.text();
    expect([response.status, text.includes("pending_rows")]).toEqual([401, false]);
    expect(text).not.toContain(TOKEN);
  }
  expect(await (await call(withToken(), null, "/api/health")).json()).toEqual({ status: "ok", ...BUILD });
});

it("reports how far the roll-up is behind and what the last run did, and names no account", async () => {
  const { account, email } = await newUser();
  const db = openTestDatabase();
  const at = Date.now() - 90_000;
  const stored = await db.$count(apiUsage);
  const before = await (await call(withToken(), TOKEN, ASK)).json<HealthReport>();
  const row = { accountId: account.id, keyId: 1, endpoint: "/v1/models", statusCode: 200, responseTime: 1 };
  await insertUsage(db, [
    { ...row, requestId: crypto.randomUUID(), timestamp: at, costMicros: 1, tokensIn: 1, tokensOut: 1 },
  ]);
  const ctx = { db, clock, requestId: "run-1" };
  const step = { startedAt: at, duration: 12, error: null, report: { rows: 3 } };
  await recordRun(
    ctx,
    [
      { ...step, name: "usage" },
      { ...step, name: "import", startedAt: at + 12, error: "The key is wrong.", report: {} },
    ],
    CRON_BUILD,
  );
  const response = await call(withToken(), TOKEN, `${ASK}=1`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const text = await response.text();
  const report: HealthReport = JSON.parse(text);
  // Other test files store rows meanwhile, and none takes any away.
  const added = (await db.$count(apiUsage)) - stored;
  expect(report.rollup.pending_rows).toBeGreaterThanOrEqual(before.rollup.pending_rows + 1);
  expect(report.rollup.pending_rows).toBeLessThanOrEqual(before.rollup.pending_rows + added);
  expect(report.rollup.oldest_pending_age_s).toBeGreaterThanOrEqual(90);
  const iso = new Date(at).toISOString();
  expect(report.last_run).toEqual({
    request_id: "run-1",
    at: iso,
    duration_ms: 24,
    failed: ["import"],
    build: CRON_BUILD,
  });
  expect(report).toMatchObject(BUILD);
  expect(report.steps).toEqual({
    usage: { at: iso, duration_ms: 12, ok: true, error: null, last_ok_at: iso, report: { rows: 3 } },
    import: {
      at: new Date(at + 12).toISOString(),
      duration_ms: 12,
      ok: false,
      error: "The key is wrong.",
      last_ok_at: null,
      report: {},
    },
  });
  expect(text).not.toContain(email);
});

it("leaves out steps that the cron no longer runs, and values that are too long to store", async () => {
  const ctx = { db: openTestDatabase(), clock, requestId: "run-2" };
  const step = { startedAt: 5, duration: 1, error: null };
  await recordRun(ctx, [{ ...step, name: "import", report: {} }], CRON_BUILD);
  await recordRun(
    ctx,
    [{ ...step, name: "usage", error: "e".repeat(9999), report: { all: "x".repeat(9999) } }],
    CRON_BUILD,
  );
  const { steps } = await (await call(withToken(), TOKEN, ASK)).json<HealthReport>();
  expect(Object.keys(steps)).toEqual(["usage"]);
  expect(steps.usage?.report).toEqual({ too_long: true });
  expect(steps.usage?.error).toHaveLength(500);
});
