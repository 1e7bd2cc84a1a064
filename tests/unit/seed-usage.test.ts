import { expect, it } from "vitest";
import { receiptCost } from "#core/domain/gateway/charging.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { EXAMPLE_PRICES } from "#scripts/local/example-prices.ts";
import { usageRows } from "#scripts/seed/usage-rows.ts";
import { priceListOf } from "#tests/support/prices.ts";
import { inTier } from "#tests/support/tier.ts";

const NOW = Date.parse("2026-05-28T18:37:12.345Z");
const ROWS = inTier({ fast: 1_000, full: 3_000 });

const PLAN = { accountId: 1, keys: [{ id: 1, weight: 1 }], now: NOW, prices: [priceListOf()] };

it("has everything that a request can have: models, cached tokens, lines of its price, and ways to end", () => {
  const rows = [...usageRows({ ...PLAN, rows: ROWS })];
  const models = new Set(rows.map(({ model }) => model));
  expect(models).toEqual(new Set([...models, undefined, "demo-small", "demo-large", "demo-embedding"]));
  const outcomes = new Set(rows.map(({ outcome }) => outcome));
  expect(outcomes).toEqual(new Set([OUTCOMES.completed, OUTCOMES.failed, OUTCOMES.client_left]));
  expect(rows.some(({ estimated }) => estimated)).toBe(true);
  for (const row of rows) {
    const { costMicros, holdMicros, priceLines, tokensIn, tokensCached = 0, firstByteMs, responseTime } = row;
    expect(costMicros).toBeLessThanOrEqual(holdMicros ?? 0);
    expect(costMicros > 0, "priced").toBe(Boolean(priceLines && JSON.parse(priceLines).lines.length > 0));
    expect(tokensCached).toBeLessThanOrEqual(tokensIn);
    expect(firstByteMs ?? 0).toBeLessThanOrEqual(responseTime);
  }
});

it("charges each request what its price lines cost under the list in force at its time", () => {
  const dearer = EXAMPLE_PRICES.map((entry) => ({
    ...entry,
    input: entry.input * 2,
    output: entry.output * 2,
  }));
  const later = { ...priceListOf(dearer, 2), from: NOW - 10 * DAY_MS };
  const prices = [priceListOf(), later];
  const rows = [...usageRows({ ...PLAN, rows: ROWS, prices })].filter(({ model }) => model !== undefined);
  for (const { timestamp, model = "", priceListId, priceLines, costMicros, outcome } of rows) {
    const list = timestamp < later.from ? prices[0] : later;
    expect(priceListId).toBe(list?.id);
    expect(priceLines === null).toBe(outcome === OUTCOMES.failed || model === "demo-moderation");
    const cost = list && priceLines ? receiptCost(list, model, priceLines) : 0;
    expect(costMicros).toBe(cost);
  }
  expect(new Set(rows.map(({ priceListId }) => priceListId))).toEqual(new Set([1, 2]));
});

it("is the same traffic for the same plan", () => {
  const plan = { ...PLAN, rows: 500 };
  const [first, second] = [[...usageRows(plan)], [...usageRows(plan)]];
  expect(first).toEqual(second);
  expect(first).toHaveLength(900);
  expect(new Set(first.map(({ requestId }) => requestId)).size).toBe(900);
  expect(first.every(({ timestamp }) => timestamp <= NOW && timestamp >= NOW - 60 * DAY_MS)).toBe(true);
  const failed = first.filter(({ outcome }) => outcome === OUTCOMES.failed);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.every(({ statusCode }) => statusCode >= ERROR_STATUS_FROM)).toBe(true);
  expect(failed.every(({ costMicros }) => costMicros === 0)).toBe(true);
});
