import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import { RETENTION_DAYS } from "#core/domain/usage.ts";
import { evaluateAlerts } from "#core/services/alerts/evaluate-alerts.ts";
import type { Account } from "#core/services/context.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { maintainNotifications } from "#core/services/notifications/maintain-notifications.ts";
import { getOverview } from "#core/services/operator/get-overview.ts";
import { comparePayments, readComparison } from "#core/services/payments/compare-payments.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { previewPrices } from "#core/services/prices/preview-prices.ts";
import { completeReceipts } from "#core/services/receipts/payment-details.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { getUsageReceipt, listUsage } from "#core/services/usage/list-usage.ts";
import { addPaymentsToStripe } from "#scripts/local/demo-payments.ts";
import { EXAMPLE_PRICES, ensurePrices } from "#scripts/local/example-prices.ts";
import { demoOpenedAt, seedDemo } from "#scripts/seed/seed-demo.ts";
import { memoryOutages } from "#tests/support/outage-log.ts";
import { type Stage, startPayments } from "./payments-harness.ts";

/** So few that the last payment is made just before `NOW`. */
const ROWS = 6_000;
const NOW = Date.parse("2026-05-28T18:37:12.345Z");

let stage: Stage;
let account: Account;
beforeAll(async () => {
  stage = await startPayments();
  const { db } = stage.database;
  await ensurePrices(db, demoOpenedAt(NOW));
  const create = (owner: Account, name: string) => createKey({ ...stage.context, account: owner }, { name });
  const user = { userId: "demo", email: "demo@example.com" };
  account = await seedDemo(db, { ...user, rows: ROWS, now: NOW, createKey: create });
  await addPaymentsToStripe(db, account.id, stage.stripe.url);
});
afterAll(() => stage.stop());

const execute = async (sql: string, args: (string | number)[] = []) =>
  (await stage.database.db.$client.execute({ sql, args })).rows;

/** The steps of the cron that have anything to do with the demo. @returns the receipts that lacked something. */
async function runCron(now: number): Promise<number> {
  const ctx = { ...stage.context, clock: { now: () => now } };
  await rollUpUsage(ctx);
  await retireUsage(ctx, { days: RETENTION_DAYS });
  await reconcilePayments(ctx);
  await comparePayments(ctx);
  const { checked } = await completeReceipts(ctx);
  await maintainNotifications(ctx);
  await evaluateAlerts({
    ...ctx,
    emails: [],
    mailer: null,
    webhook: null,
    runbook: "docs/operations/runbook.md",
    outages: memoryOutages(),
  });
  return checked;
}

/** When the cron's runs are played, after `NOW`. */
const MOMENTS = [0, 20 * MINUTE_MS, 2 * HOUR_MS, DAY_MS];
/** An alert may need several runs in a row. */
const RUNS = 6;

it("shows the same margins on the overview and the price page, those of its own price list", async () => {
  const { context } = stage;
  await rollUpUsage(context);
  const ctx = { db: context.db, clock: { now: () => NOW } };
  const preview = await previewPrices(ctx, EXAMPLE_PRICES);
  expect(preview).toMatchObject({ unpriced: 0, uncosted: 0, dearerFor: 0, after: preview.before });
  const overview = await getOverview(ctx, "7d");
  expect(preview.models.length).toBeGreaterThan(5);
  for (const { model, before, after, refused, marginBefore } of preview.models) {
    expect([model, after, refused]).toEqual([model, before, 0]);
    const shown = overview.models.find((one) => one.model === model)?.margin_percent;
    expect([model, shown]).toEqual([model, expect.closeTo((100 * (marginBefore ?? 0)) / before, 0)]);
  }
  const small = overview.models.find(({ model }) => model === "demo-small");
  expect(small?.margin_percent).toBeCloseTo(30, 0);
});

it("shows a price and an amount in each line of a request's receipt", async () => {
  const ctx = { ...stage.context, account };
  const { items } = await listUsage(ctx, { limit: 100 });
  const charged = items.filter(({ charged }) => charged > 0);
  expect(charged.length).toBeGreaterThan(50);
  for (const { request_id, charged: sum } of charged) {
    const { price_lines: lines } = await getUsageReceipt(ctx, request_id);
    const amounts = lines?.map(({ price, amount }) => (price === null ? Number.NaN : (amount ?? Number.NaN)));
    expect(amounts?.reduce((total, amount) => total + amount, 0)).toBeCloseTo(sum, 9);
  }
});

it("raises no alert on its first day, and its payments are complete and known to Stripe", async () => {
  const recent = "SELECT 1 FROM checkout_orders WHERE paid_at > ?";
  expect(await execute(recent, [NOW - HOUR_MS]), "its last payment may miss its event").toHaveLength(1);
  let incomplete = 0;
  for (const moment of MOMENTS)
    for (let run = 0; run < RUNS; run++) incomplete += await runCron(NOW + moment + run * MINUTE_MS);
  expect(await execute("SELECT name, subject, summary FROM alerts")).toEqual([]);
  expect(incomplete).toBe(0);
  const { last } = await readComparison(stage.context);
  expect(last).toMatchObject({ problems: [], repairs: 0, started_at: new Date(NOW + DAY_MS).toISOString() });
  expect(last?.compared).toBeGreaterThan(0);
});
