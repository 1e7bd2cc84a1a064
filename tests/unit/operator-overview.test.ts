import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  apportion,
  bucketTotals,
  type CostSample,
  changeBetween,
  overviewWindow,
  periodFigures,
  periodsOf,
} from "#core/domain/operator-overview.ts";
import { RANGES } from "#core/domain/ranges.ts";

const micros = fc.nat(2_000_000_000);
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

describe("dividing an amount", () => {
  it("gives whole parts that add up to it, none negative, and nothing to a weight of 0", () => {
    const property = fc.property(
      micros,
      fc.array(micros, { minLength: 1, maxLength: 20 }),
      (amount, weights) => {
        const parts = apportion(amount, weights);
        const all = total(weights);
        expect(total(parts)).toBe(all === 0 ? 0 : amount);
        for (const [at, part] of parts.entries()) {
          expect(Number.isInteger(part) && part >= 0).toBe(true);
          if (all > 0) expect(Math.abs(part - (amount * (weights[at] ?? 0)) / all)).toBeLessThan(1.001);
        }
      },
    );
    fc.assert(property);
  });
});

describe("the periods of a range", () => {
  it("compare as many complete buckets, just as long before, and never the present one", () => {
    const instant = fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 });
    const property = fc.property(instant, fc.constantFrom(...RANGES), (now, range) => {
      const window = overviewWindow(range, now);
      const { whole, complete, previous } = periodsOf(window);
      expect(whole.until - whole.from).toBe(window.count);
      expect(complete.until * window.bucketMs).toBeLessThanOrEqual(now);
      expect((complete.until + 1) * window.bucketMs).toBeGreaterThan(now);
      expect(previous.until - previous.from).toBe(complete.until - complete.from);
      expect(complete.from - previous.from).toBe(window.count);
    });
    fc.assert(property);
  });
});

const NAMES = ["a", "b", "c", ""] as const;
const row = fc.record({
  bucket: fc.nat(9),
  model: fc.constantFrom(...NAMES),
  requests: fc.nat(1_000),
  errors: fc.nat(1_000),
  responseTime: fc.nat(1_000_000),
  cost: micros,
});
const plan = fc.record({ bucket: fc.nat(9), micros });
/** Costs of up to ten times the charges, and any where nothing was charged. */
const sampled = fc.tuple(micros, micros, micros).chain(([balance, plan, free]) =>
  fc.record({
    charged: fc.constant(balance + plan),
    plan: fc.constant(plan),
    cost: fc.option(fc.nat(Math.min(10 * (balance + plan) || free, 2 ** 31 - 1)), { nil: null }),
  }),
);
const sample: fc.Arbitrary<CostSample> = fc.record({
  every: fc.integer({ min: 1, max: 1_000 }),
  models: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), sampled), { maxLength: 4 })
    .map((entries) => new Map(entries)),
});
const usage = fc.record({
  models: fc.array(row, { maxLength: 30 }),
  plans: fc.array(plan, { maxLength: 5 }),
});
const PERIOD = { from: 2, until: 8 };

describe("the figures of a period", () => {
  it("add up: buckets and models to the totals, and the known margin to its part of the spend", () => {
    const property = fc.property(usage, sample, (of, costs) => {
      const { totals, models, margin } = periodFigures(of, PERIOD, costs);
      const buckets = bucketTotals(of, PERIOD);
      for (const name of ["requests", "errors", "responseTime", "spend", "plan"] as const)
        expect(total(buckets.map((bucket) => bucket[name]))).toBe(totals[name]);
      for (const name of ["requests", "errors", "responseTime"] as const)
        expect(total(models.map((model) => model[name]))).toBe(totals[name]);
      // What plans paid for models that the sample missed is only in the total.
      const bySpend = total(models.map(({ spend }) => spend));
      expect([totals.spend, totals.spend - totals.plan]).toContain(bySpend);
      const known = models.filter(({ cost }) => cost !== null);
      expect(margin.cost).toBe(known.length === 0 ? null : total(known.map(({ cost }) => cost ?? 0)));
      expect(margin.margin).toBe(
        known.length === 0 ? null : total(known.map(({ spend, cost }) => spend - (cost ?? 0))),
      );
      if (margin.knownShare !== null) expect(margin.knownShare).toBeLessThanOrEqual(100.000001);
    });
    fc.assert(property);
  });

  it("have no cost where the sample has none, and else the sample's ratio of cost to charge", () => {
    const property = fc.property(usage, sample, (of, costs) => {
      for (const { model, spend, cost } of periodFigures(of, PERIOD, costs).models) {
        const found = costs.models.get(model);
        if (found === undefined || found.cost === null) expect(cost).toBeNull();
        else if (found.charged === 0) expect(cost).toBe(found.cost * costs.every);
        else expect(Math.abs((cost ?? 0) - (found.cost * spend) / found.charged)).toBeLessThanOrEqual(1);
      }
    });
    fc.assert(property);
  });

  it("are the exact costs when every request was sampled", () => {
    const one = { requests: 1, errors: 0, responseTime: 5 };
    const of = {
      models: [
        { bucket: 3, model: "a", ...one, cost: 700 },
        { bucket: 3, model: "b", ...one, cost: 0 },
      ],
      plans: [{ bucket: 3, micros: 301 }],
    };
    const models = new Map([
      ["a", { charged: 800, plan: 100, cost: 333 }],
      ["b", { charged: 201, plan: 201, cost: 77 }],
    ]);
    const found = periodFigures(of, PERIOD, { every: 1, models });
    expect(found.models.map(({ model, spend, cost }) => [model, spend, cost])).toEqual([
      ["a", 800, 333],
      ["b", 201, 77],
    ]);
    expect(found.margin).toMatchObject({ cost: 410, margin: 591, knownShare: 100 });
  });
});

it.each([
  [0, 5, null],
  [-3, 5, null],
  [4, 5, 25],
  [4, 0, -100],
])("from %d to %d is a change of %s percent", (before, now, change) => {
  expect(changeBetween(before, now)).toBe(change);
});
