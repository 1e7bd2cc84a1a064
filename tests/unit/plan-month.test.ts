import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowanceAt, planMonth } from "#core/domain/plans.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { monthsBack } from "#tests/support/months-back.ts";
import { runs } from "#tests/support/tier.ts";

const at = (text: string) => Date.parse(text);
const shown = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((t) => new Date(t).toISOString());
const RUNS = { numRuns: runs(5_000) };

/** Any instant to the millisecond, and often one where months are easy to get wrong. */
const instant = fc.oneof(
  fc.integer({ min: at("2000-01-01T00:00Z"), max: at("2099-12-31T00:00Z") }),
  fc
    .tuple(
      fc.constantFrom("2024-02-29", "2025-02-28", "2025-12-31", "2026-01-31", "2026-03-31", "2026-03-01"),
      fc.constantFrom(0, 1, -1, DAY_MS / 2, DAY_MS - 1, DAY_MS),
    )
    .map(([day, by]) => at(`${day}T00:00Z`) + by),
);
const later = fc.oneof(fc.integer({ min: 1, max: 1200 * DAY_MS }), fc.constantFrom(1, DAY_MS, 365 * DAY_MS));

describe("a plan's month", () => {
  it("is, of the months counted back from the plan's end, the only one that contains the instant", () => {
    fc.assert(
      fc.property(instant, later, (now, ahead) => {
        const validUntil = now + ahead;
        const holding = monthsBack(validUntil, now).filter(({ from, to }) => from <= now && now < to);
        expect([planMonth(now, validUntil)]).toEqual(holding);
      }),
      RUNS,
    );
  });

  it("is followed by the next one without a gap, and the last one by the plan's end", () => {
    fc.assert(
      fc.property(instant, later, (now, ahead) => {
        const validUntil = now + ahead;
        const { from, to } = planMonth(now, validUntil);
        expect([planMonth(from, validUntil), planMonth(to - 1, validUntil)]).toEqual([
          { from, to },
          { from, to },
        ]);
        expect(planMonth(from - 1, validUntil).to).toBe(from);
        expect(to === validUntil || planMonth(to, validUntil).from === to).toBe(true);
        expect(Math.round((to - from) / DAY_MS)).toBeGreaterThanOrEqual(28);
        expect(Math.round((to - from) / DAY_MS)).toBeLessThanOrEqual(31);
      }),
      RUNS,
    );
  });

  it.each([
    ["2026-02-10T00:00Z", "2026-12-31T10:00Z", "2026-01-31T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
    ["2026-02-28T10:00Z", "2026-12-31T10:00Z", "2026-02-28T10:00:00.000Z", "2026-03-31T10:00:00.000Z"],
    ["2028-02-29T23:00Z", "2028-05-30T22:15Z", "2028-02-29T22:15:00.000Z", "2028-03-30T22:15:00.000Z"],
    ["2024-03-15T00:00Z", "2025-02-28T00:00Z", "2024-02-28T00:00:00.000Z", "2024-03-28T00:00:00.000Z"],
    ["2026-01-01T00:00Z", "2026-01-01T00:00:00.001Z", "2025-12-01T00:00:00.001Z", "2026-01-01T00:00:00.001Z"],
  ])("at %s of a plan until %s is %s to %s", (now, until, from, to) => {
    expect(shown(planMonth(at(now), at(until)))).toEqual([from, to]);
  });
});

describe("an account's request limit", () => {
  const now = at("2026-05-28T18:37:12.345Z");
  const day = ["2026-05-28T00:00:00.000Z", "2026-05-29T00:00:00.000Z"];

  it("is 10,000 requests in the UTC day without a plan", () => {
    const { plan, limit, period } = allowanceAt(now, null);
    expect([plan, limit, ...shown(period)]).toEqual(["Free", 10_000, ...day]);
    expect(allowanceAt(period.from, null).period).toEqual(period);
    expect(allowanceAt(period.to, null).period.from).toBe(period.to);
  });

  it("is the same from the very instant at which a plan ends", () => {
    const ended = { type: "Premium", validUntil: now, requestsPerMonth: 10_000 } as const;
    expect(allowanceAt(now, ended)).toEqual(allowanceAt(now, null));
    expect(allowanceAt(now - 1, ended)).toMatchObject({ plan: "Premium", period: { to: now } });
  });

  it("is the plan's own limit in the plan's month, or unlimited", () => {
    const validUntil = at("2027-01-31T09:00Z");
    const premium = allowanceAt(now, { type: "Premium", validUntil, requestsPerMonth: 10_000 });
    expect([premium.plan, premium.limit]).toEqual(["Premium", 10_000]);
    expect(shown(premium.period)).toEqual(["2026-04-30T09:00:00.000Z", "2026-05-31T09:00:00.000Z"]);
    expect(allowanceAt(now, { type: "Business", validUntil, requestsPerMonth: null })).toMatchObject({
      plan: "Business",
      limit: null,
    });
  });

  it("counts the calendar month when the plan has no end date", () => {
    const months = ["2026-05-31T23:59:59.999Z", "2026-12-31T23:59:59.999Z"].map((text) =>
      shown(allowanceAt(at(text), { type: "Business", validUntil: null, requestsPerMonth: 5 }).period),
    );
    expect(months).toEqual([
      ["2026-05-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z"],
      ["2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ]);
  });
});
