import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { balanceResponse } from "#core/contract/account.ts";
import { analyticsResponse } from "#core/contract/analytics.ts";
import { errorBody } from "#core/contract/errors.ts";
import { apiKey, apiKeyList, revealedKey, revokedKey } from "#core/contract/keys.ts";
import { completionResponse, paymentLinkResponse } from "#core/contract/payments.ts";
import { UNWRITABLE_RUNS } from "#core/domain/alerts.ts";
import { RANGES } from "#core/domain/ranges.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { readAlerts } from "#core/storage/alerts.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { type AllWorkers, signInNewUser, startAllWorkers } from "#tests/support/all-workers.ts";
import { payOnHostedPage } from "#tests/support/hosted-page.ts";

let workers: AllWorkers;
beforeAll(async () => {
  workers = await startAllWorkers();
});
afterAll(() => workers.stop());

type Caller = Awaited<ReturnType<typeof signInNewUser>>;
/** Parses every response with its contract. */
const json = async <Schema extends z.ZodType>(schema: Schema, response: Promise<Response>) =>
  schema.parse(await (await response).json());
const balanceOf = async ({ call }: Caller) => (await json(balanceResponse, call("/account/balance"))).balance;

test("a signed-in developer adds funds by card, creates a key, reveals it and revokes it", async () => {
  const user = await signInNewUser(workers, "slice@example.com");
  expect(await json(balanceResponse, user.call("/account/balance"))).toEqual({
    balance: 0,
    held: 0,
    currency: "USD",
    ever_funded: false,
    low_balance_threshold: 5,
    pending: [],
  });
  expect((await user.call("/keys", { name: "Too early" })).status).toBe(402);

  const link = await json(
    paymentLinkResponse,
    user.call("/payment/create-payment-link", { amount: 25, product: "balance" }),
  );
  const landing = await payOnHostedPage(link.paymentLinkUrl);
  const sessionId = new URL(landing).searchParams.get("session_id");
  const completion = user.call("/account/payment-link-completion", { session_id: sessionId });
  expect(await json(completionResponse, completion)).toEqual({
    success: true,
    pending: false,
    product: "balance",
    amount: 25,
    currency: "USD",
  });
  expect(await balanceOf(user)).toBe(25);

  const created = await json(apiKey, user.call("/keys", { name: "Production" }));
  expect(created.key).toMatch(/^lk_[A-Za-z0-9]{49}$/);
  const list = await (await user.call("/keys")).text();
  expect(list).not.toContain(created.key);
  expect(await json(revealedKey, user.call(`/keys/${created.id}/reveal`, {}))).toEqual({ key: created.key });
  const revoked = await json(revokedKey, user.call(`/keys/${created.id}/revoke`, {}));
  expect(revoked.id).toBe(created.id);
  expect(await json(apiKeyList, user.call("/keys"))).toHaveLength(1);
  expect((await json(errorBody, user.call(`/keys/${created.id}/reveal`, {}))).code).toBe("key_revoked");
});

test("another account sees none of it", async () => {
  const owner = await signInNewUser(workers, "owner@example.com");
  const stranger = await signInNewUser(workers, "stranger@example.com");
  const link = await json(
    paymentLinkResponse,
    owner.call("/payment/create-payment-link", { amount: 50, product: "balance" }),
  );
  const sessionId = new URL(await payOnHostedPage(link.paymentLinkUrl)).searchParams.get("session_id");
  const { id } = await json(apiKey, owner.call("/keys", { name: "Mine" }));
  for (const [path, body] of [
    ["/account/payment-link-completion", { session_id: sessionId }],
    [`/keys/${id}/reveal`, {}],
    [`/keys/${id}/revoke`, {}],
    [`/figures?range=24h&key_id=${id}`, undefined],
  ] as const) {
    expect((await stranger.call(path, body)).status, path).toBe(404);
  }
  expect(await balanceOf(stranger)).toBe(0);
  expect(await balanceOf(owner)).toBe(50);
});

test("analytics equals a scan of the raw rows before, between and after cron runs, and while rows arrive", async () => {
  const user = await signInNewUser(workers, "usage@example.com");
  await user.call("/account/balance");
  const accountId = await accountIdOf(user.userId);
  const now = Date.now();
  await insertUsage(workers.database.db, usageRows(accountId, now, "a", 3000));
  await expectEqualToScan(user, accountId);
  await workers.runCron();
  await expectEqualToScan(user, accountId);

  let writing = true;
  const writer = (async () => {
    for (let batch = 0; batch < 20; batch++) {
      await insertUsage(workers.database.db, usageRows(accountId, Date.now(), `live-${batch}`, 100));
    }
    writing = false;
  })();
  let reads = 0;
  while (writing) {
    const before = await countOf(accountId);
    const [response] = await Promise.all([analytics(user, "30d"), workers.runCron()]);
    const after = await countOf(accountId);
    expect(response.total_requests).toBeGreaterThanOrEqual(before);
    expect(response.total_requests).toBeLessThanOrEqual(after);
    reads++;
  }
  await writer;
  expect(reads).toBeGreaterThan(0);
  await Promise.all([workers.runCron(), workers.runCron()]);
  await expectEqualToScan(user, accountId);
});

test("pages and responses carry their security headers", async () => {
  const page = await fetch(`${workers.origin}/login`);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(page.status).toBe(200);
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  const response = await fetch(`${workers.origin}/api/keys`);
  expect(response.status).toBe(401);
  expect(response.headers.get("x-request-id")).toBeTruthy();
  expect(response.headers.get("cache-control")).toContain("no-store");
});

test("runs of the cron without the database are remembered outside of it, and become an alert", async () => {
  const { database, runCron } = workers;
  await database.crashAndRestart(async () => {
    for (let run = 0; run < UNWRITABLE_RUNS; run += 1) await runCron();
  });
  await runCron();
  const [alert] = await readAlerts(database.db, { since: 0, limit: 1 });
  expect(alert).toMatchObject({ name: "database_unwritable", recoveredAt: null });
});

const analytics = (user: Caller, range: string) =>
  json(analyticsResponse, user.call(`/figures?range=${range}&tz=Asia/Kolkata`));

async function accountIdOf(userId: string): Promise<number> {
  const found = await workers.database.db.get<{ id: number }>(
    sql`SELECT id FROM accounts WHERE user_id = ${userId}`,
  );
  if (!found) throw new Error("no account");
  return found.id;
}

async function countOf(accountId: number): Promise<number> {
  const found = await workers.database.db.get<{ n: number }>(
    sql`SELECT count(*) n FROM api_usage WHERE account_id = ${accountId}`,
  );
  return found?.n ?? 0;
}

/** Rows strictly inside the windows, so the time of the call does not matter. */
function usageRows(accountId: number, now: number, name: string, count: number): UsageRow[] {
  return Array.from({ length: count }, (_, i) => ({
    requestId: `${accountId}-${name}-${i}`,
    accountId,
    keyId: 1 + (i % 3),
    timestamp: now - 1000 - ((i * 7_919_333) % (29 * DAY_MS)),
    endpoint: ["/v1/chat/completions", "/v1/embeddings", "/v1/models"][i % 3] ?? "/v1/models",
    statusCode: i % 17 === 0 ? 429 : 200,
    responseTime: 20 + ((i * 31) % 900),
    costMicros: i % 500,
    tokensIn: i % 300,
    tokensOut: i % 200,
  }));
}

async function expectEqualToScan(user: Caller, accountId: number): Promise<void> {
  for (const range of RANGES) {
    const response = await analytics(user, range);
    const [from, to] = [Date.parse(response.from), Date.parse(response.to)];
    const scan = await workers.database.db.get<{ n: number; errors: number; ms: number }>(
      sql`SELECT count(*) n, sum(status_code >= 400) errors, sum(response_time) ms FROM api_usage
          WHERE account_id = ${accountId} AND timestamp BETWEEN ${from} AND ${to}`,
    );
    if (!scan) throw new Error("no scan");
    expect(response.total_requests, range).toBe(scan.n);
    expect(response.error_rate, range).toBeCloseTo((100 * scan.errors) / scan.n, 9);
    expect(response.average_response_time, range).toBeCloseTo(scan.ms / scan.n, 9);
    const sum = (field: "requests" | "errors") =>
      response.series.reduce((total, point) => total + point[field], 0);
    expect([sum("requests"), sum("errors")], range).toEqual([scan.n, scan.errors]);
  }
}
