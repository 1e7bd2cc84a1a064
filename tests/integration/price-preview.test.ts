import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { previewPrices } from "#core/services/prices/preview-prices.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";

const NOW = Date.UTC(2026, 10, 22, 10);
const DAY = 86_400_000;
const MODELS = ["demo-large", "demo-small", "demo-gone"] as const;

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(() => removeUsage());

const removeUsage = () => writeBatch(server.db, ["DELETE FROM api_usage"]);

/** Dollars per million input and output tokens, as whole micro-dollars per token. */
const listOf = (rates: Record<string, readonly [input: number, output: number]>) =>
  parsePriceEntries(
    JSON.stringify(
      Object.entries(rates).map(([model, [input, output]]) => ({
        model,
        input: input * 1_000_000,
        output: output * 1_000_000,
        context: 100_000,
        max_output: 1_000,
      })),
    ),
  );

interface Request {
  model: string;
  account: number;
  /** Before `NOW`. */
  ageMs: number;
  input: number;
  output: number;
  costMicros: number;
}

const bill = (input: number, output: number, tier = "default") =>
  JSON.stringify({
    tier,
    lines: [
      { dimension: "input", quantity: input },
      { dimension: "output", quantity: output },
    ],
  });

const rowOf = ({ model, account, ageMs, input, output, costMicros }: Request): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId: account,
  keyId: 1,
  timestamp: NOW - ageMs,
  statusCode: 200,
  endpoint: "/v1/chat/completions",
  responseTime: 1,
  tokensIn: input,
  tokensOut: output,
  model,
  priceListId: 1,
  priceLines: bill(input, output),
  costMicros,
});

const preview = (rates: Parameters<typeof listOf>[0], sampleRows?: number) =>
  previewPrices({ db: server.db, clock: { now: () => NOW } }, listOf(rates), sampleRows);

const request = fc.record({
  model: fc.constantFrom(...MODELS),
  account: fc.integer({ min: 1, max: 3 }),
  ageMs: fc.integer({ min: 0, max: 9 * DAY }),
  input: fc.nat(1000),
  output: fc.nat(1000),
  costMicros: fc.nat(100_000),
});
const rate = fc.tuple(fc.nat(20), fc.nat(20));

it("reprices each request of the last seven days, as a plain computation does", async () => {
  const property = fc.asyncProperty(
    fc.array(request, { maxLength: 40 }),
    rate,
    rate,
    async (requests, large, small) => {
      await removeUsage();
      const ordered = requests.toSorted((a, b) => b.ageMs - a.ageMs);
      await insertUsage(server.db, ordered.map(rowOf));
      const rates: Record<string, readonly [number, number]> = { "demo-large": large, "demo-small": small };
      const week = ordered.filter(({ ageMs }) => ageMs <= 7 * DAY);
      const costOf = ({ model, input, output }: Request) => {
        const [perInput, perOutput] = rates[model] ?? [0, 0];
        return input * perInput + output * perOutput;
      };
      const sums = (of: Request[]) => ({
        before: of.reduce((sum, { costMicros }) => sum + costMicros, 0),
        after: of.reduce((sum, each) => sum + costOf(each), 0),
      });
      const result = await preview(rates);
      expect(result).toMatchObject({ ...sums(week), sampled: week.length, every: 1, unpriced: 0 });
      for (const model of MODELS) {
        const of = week.filter((each) => each.model === model);
        const unknown = { cost: null, marginBefore: null, marginAfter: null };
        const expected = {
          ...unknown,
          model,
          requests: of.length,
          ...sums(of),
          refused: model === "demo-gone" ? of.length : 0,
        };
        expect(result.models.find((each) => each.model === model)).toEqual(
          of.length === 0 ? undefined : expected,
        );
      }
      const accounts = [1, 2, 3].map((account) => sums(week.filter((each) => each.account === account)));
      const dearer = accounts.filter(({ before, after }) => after > before);
      expect(result.dearerFor).toBe(dearer.length);
      const share = (each: { before: number; after: number }) => each.after / Math.max(each.before, 1);
      expect(result.largest === null ? null : share(result.largest)).toBe(
        dearer.length === 0 ? null : Math.max(...dearer.map(share)),
      );
    },
  );
  await fc.assert(property, { numRuns: runs(200) });
});

it("of a busier week, reprices an even sample and scales it", async () => {
  const requests = Array.from({ length: 1000 }, (_, i) => ({
    model: i % 2 === 0 ? "demo-large" : "demo-small",
    account: 1,
    ageMs: 1000 - i,
    input: 100,
    output: 10,
    costMicros: 1000,
  }));
  await insertUsage(server.db, requests.map(rowOf));
  const rates = { "demo-large": [5, 50], "demo-small": [20, 0] } as const;
  expect(await preview(rates)).toMatchObject({
    sampled: 1000,
    every: 1,
    before: 1_000_000,
    after: 1_500_000,
  });
  const { sampled, every, before, after, models } = await preview(rates, 150);
  // The last stretch of ids may end before its row.
  expect([142, 143]).toContain(sampled);
  expect([every, before]).toEqual([7, sampled * 7 * 1000]);
  expect(Math.abs(after - sampled * 7 * 1500)).toBeLessThanOrEqual(3_500);
  for (const { requests: count } of models) expect([497, 504]).toContain(count);
});

it("counts a request that the list has no price for as charged what it was, and leaves test keys out", async () => {
  const plain = { model: "demo-large", account: 1, ageMs: 10, input: 1, output: 1, costMicros: 700 };
  await insertUsage(server.db, [
    { ...rowOf(plain), priceLines: bill(1, 1, "priority") },
    { ...rowOf(plain), priceLines: "not JSON" },
    { ...rowOf(plain), priceLines: null },
    rowOf({ ...plain, model: "test" }),
  ]);
  expect(await preview({ "demo-large": [1, 1] })).toMatchObject({
    sampled: 2,
    unpriced: 2,
    before: 1400,
    after: 1400,
    dearerFor: 0,
    largest: null,
  });
});

it("counts what a plan paid as charged, like what a balance paid", async () => {
  const paid = { model: "demo-large", account: 1, ageMs: 10, input: 2, output: 1, costMicros: 0 };
  await insertUsage(server.db, [{ ...rowOf(paid), planMicros: 700 }]);
  expect(await preview({ "demo-large": [5, 50] })).toMatchObject({ before: 700, after: 60, dearerFor: 0 });
});

it("has nothing to say of a service without requests", async () => {
  const nothing = { sampled: 0, every: 1, models: [], before: 0, after: 0, unpriced: 0, dearerFor: 0 };
  const unknown = { cost: null, marginBefore: null, marginAfter: null, uncosted: 0 };
  expect(await preview({ "demo-large": [1, 1] })).toEqual({
    ...nothing,
    ...unknown,
    largest: null,
    from: NOW - 7 * DAY,
    to: NOW,
  });
});
