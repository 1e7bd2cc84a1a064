import { afterAll, beforeAll, expect, it } from "vitest";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { usageReceipt } from "#core/contract/usage.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { publishPrices } from "#core/services/prices/publish-prices.ts";
import { getUsageReceipt } from "#core/services/usage/list-usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { newReader, type Reader } from "./reads/reader.ts";

const NOW = Date.UTC(2026, 10, 22, 10);
const TOKENS = { input: 1846, cached_input: 1024, output: 440 };
const bill = (quantities: Record<string, number>, tier = "default") =>
  JSON.stringify({
    tier,
    lines: Object.entries(quantities).map(([dimension, quantity]) => ({ dimension, quantity })),
  });

let server: TestDatabase;
let me: Reader;
let listId: number;
beforeAll(async () => {
  server = await startPatientDatabase();
  me = await newReader(server.db, NOW);
  const publish = (input: number, effectiveFrom: number) =>
    publishPrices(testOperator(server.db, { now: () => NOW }), {
      models: parsePriceEntries(
        JSON.stringify([
          {
            model: "demo-large",
            input,
            cached_input: 1_250_000,
            output: 10_000_000,
            context: 100_000,
            max_output: 1_000,
          },
        ]),
      ),
      effectiveFrom,
      reason: "New prices",
    });
  listId = (await publish(2_500_000, NOW)).id ?? 0;
  await publish(9_000_000, NOW + 1);
});
afterAll(() => server.stop());

async function receiptOf(changes: Partial<UsageRow>) {
  const requestId = crypto.randomUUID();
  await insertUsage(server.db, [
    {
      requestId,
      accountId: me.id,
      keyId: me.keys[0]?.id ?? 0,
      timestamp: NOW,
      statusCode: 200,
      endpoint: "/v1/chat/completions",
      responseTime: 1,
      tokensIn: 1,
      tokensOut: 1,
      model: "demo-large",
      priceListId: listId,
      priceLines: bill(TOKENS),
      costMicros: 10_295,
      ...changes,
    },
  ]);
  return usageReceipt.strict().parse(await getUsageReceipt(me.ctx, requestId));
}

it("prices a request by its own list, so that the amounts add up to the charge", async () => {
  const { price_lines, prices_from, charged } = await receiptOf({});
  expect(price_lines).toEqual([
    { dimension: "input", quantity: 1846, price: 2.5, per: 1_000_000, amount: 0.004615 },
    { dimension: "cached_input", quantity: 1024, price: 1.25, per: 1_000_000, amount: 0.00128 },
    { dimension: "output", quantity: 440, price: 10, per: 1_000_000, amount: 0.0044 },
  ]);
  expect([charged, prices_from]).toEqual([0.010295, new Date(NOW).toISOString()]);
});

it("counts what a plan paid as the charge", async () => {
  const { price_lines, paid_by } = await receiptOf({ costMicros: 0, planMicros: 10_295 });
  expect([paid_by, price_lines?.[2]?.amount]).toEqual(["plan", 0.0044]);
});

it.each([
  ["whose amounts don't add up to the charge", { costMicros: 10_294 }],
  ["of a tier without a price", { priceLines: bill(TOKENS, "flex") }],
  ["of a unit without a price", { priceLines: bill({ ...TOKENS, second: 9 }) }],
  ["of a model that the list doesn't have", { model: "demo-retired" }],
  ["without a list", { priceListId: null }],
])("shows a request %s without amounts", async (_, changes) => {
  const { price_lines } = await receiptOf(changes);
  expect(price_lines?.[0]).toEqual({
    dimension: "input",
    quantity: 1846,
    price: null,
    per: null,
    amount: null,
  });
});

it("has no lines for a request that wasn't priced", async () => {
  const unpriced = await receiptOf({ priceLines: null, priceListId: null, costMicros: 0 });
  expect([unpriced.price_lines, unpriced.prices_from]).toEqual([null, null]);
});
