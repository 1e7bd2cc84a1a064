import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DaySum, trialSpan, tryBudget } from "#core/domain/gateway/budget-trial.ts";
import { BUDGET_PERIODS, budgetWindow, fitsBudget } from "#core/domain/gateway/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { runs } from "#tests/support/tier.ts";

const at = (text: string) => Date.parse(text);
const RUNS = { numRuns: runs(2_000) };
const period = fc.constantFrom(...BUDGET_PERIODS);
const instant = fc.integer({ min: at("2000-01-01T00:00Z"), max: at("2099-12-31T00:00Z") });

describe("the period of a budget", () => {
  it.each([
    ["day", "2026-11-21T23:59:59.999Z", "2026-11-21", "2026-11-22"],
    ["day", "2026-11-22T00:00:00.000Z", "2026-11-22", "2026-11-23"],
    ["week", "2026-11-22T23:59:59.999Z", "2026-11-16", "2026-11-23"],
    ["week", "2026-11-23T00:00:00.000Z", "2026-11-23", "2026-11-30"],
    ["week", "2027-01-01T12:00:00.000Z", "2026-12-28", "2027-01-04"],
    ["month", "2026-11-30T23:59:59.999Z", "2026-11-01", "2026-12-01"],
    ["month", "2026-12-31T12:00:00.000Z", "2026-12-01", "2027-01-01"],
    ["month", "2028-02-29T12:00:00.000Z", "2028-02-01", "2028-03-01"],
  ] as const)("%s at %s is %s to %s, in UTC", (of, now, from, to) => {
    expect(budgetWindow(of, at(now))).toEqual({ from: at(from), to: at(to) });
  });

  it("holds its instant, is the same for all of them, and is followed without a gap", () => {
    fc.assert(
      fc.property(period, instant, (of, now) => {
        const window = budgetWindow(of, now);
        expect(window.from <= now && now < window.to).toBe(true);
        expect([budgetWindow(of, window.from), budgetWindow(of, window.to - 1)]).toEqual([window, window]);
        expect(budgetWindow(of, window.to).from).toBe(window.to);
        const first = new Date(window.from);
        if (of === "week") expect([first.getUTCDay(), window.to - window.from]).toEqual([1, 7 * DAY_MS]);
        if (of === "month") expect(first.getUTCDate()).toBe(1);
      }),
      RUNS,
    );
  });
});

describe("a budget", () => {
  const budget = { period: "day", micros: 1000 } as const;

  it("has room for what is neither spent nor held", () => {
    expect(fitsBudget(budget, 500, 500)).toBe(true);
    expect(fitsBudget(budget, 500, 501)).toBe(false);
  });

  it("refuses nothing that is free, though it was lowered below what is spent", () => {
    expect(fitsBudget(budget, 3000, 0)).toBe(true);
    expect(fitsBudget(budget, 3000, 1)).toBe(false);
  });
});

describe("a budget on trial", () => {
  it.each([
    ["day", "2026-10-23"],
    ["week", "2026-10-19"],
    ["month", "2026-10-01"],
  ] as const)("looks at 30 days with today, and reads from where the first %s began", (of, readFrom) => {
    const span = trialSpan(of, at("2026-11-21T18:00Z"));
    const days = [readFrom, "2026-10-23", "2026-11-22"].map((day) => at(day) / DAY_MS);
    expect([span.readFrom, span.from, span.to]).toEqual(days);
  });

  const sum = fc.record({ costs: fc.array(fc.nat(50), { maxLength: 6 }) });
  const month = fc.array(sum, { minLength: 1, maxLength: 70 });
  const FIRST = at("2026-09-14") / DAY_MS;
  const daySums = (days: { costs: number[] }[]): DaySum[] =>
    days.map(({ costs }, i) => ({
      day: FIRST + i,
      costMicros: costs.reduce((total, cost) => total + cost, 0),
      requests: costs.filter((cost) => cost > 0).length,
    }));

  it("lets exactly the budget through in each period, and less only where less was spent", () => {
    fc.assert(
      fc.property(month, period, fc.nat(400), (days, of, micros) => {
        const sums = daySums(days);
        const spentIn = new Map<number, number>();
        for (const { day, costMicros } of sums) {
          const { from } = budgetWindow(of, day * DAY_MS);
          spentIn.set(from, (spentIn.get(from) ?? 0) + costMicros);
        }
        const over = [...spentIn.values()].map((spent) => Math.max(0, spent - micros));
        const trial = tryBudget({ period: of, micros }, sums.toReversed(), FIRST);
        expect(trial.blockedMicros).toBe(over.reduce((total, part) => total + part, 0));
        expect(trial.blockedDays).toEqual(trial.blockedDays.toSorted((a, b) => a - b));
      }),
      RUNS,
    );
  });

  it("refuses all of a day after the budget is used up, and of the day before that a part", () => {
    const spent = (day: string, costMicros: number, requests: number) => ({
      day: at(day) / DAY_MS,
      costMicros,
      requests,
    });
    const days = [
      spent("2026-11-16", 600, 6),
      spent("2026-11-17", 800, 3),
      spent("2026-11-18", 500, 7),
      spent("2026-11-23", 900, 9),
    ];
    const trial = tryBudget({ period: "week", micros: 1000 }, days, at("2026-11-01") / DAY_MS);
    const blockedDays = ["2026-11-17", "2026-11-18"].map((day) => at(day) / DAY_MS);
    expect(trial).toEqual({ blockedMicros: 400 + 500, blockedRequests: 2 + 7, blockedDays });
  });

  it("counts no refusal before its first day, though that day's period began earlier", () => {
    const days = [
      { day: FIRST, costMicros: 1500, requests: 3 },
      { day: FIRST + 1, costMicros: 200, requests: 2 },
    ];
    const trial = tryBudget({ period: "week", micros: 1000 }, days, FIRST + 1);
    expect(trial).toEqual({ blockedMicros: 200, blockedRequests: 2, blockedDays: [FIRST + 1] });
  });

  it("refuses nothing where nothing was spent, and everything that costs with a budget of 0", () => {
    const days = [
      { day: FIRST, costMicros: 0, requests: 0 },
      { day: FIRST + 1, costMicros: 3, requests: 2 },
    ];
    const trial = tryBudget({ period: "day", micros: 0 }, days, FIRST);
    expect(trial).toEqual({ blockedMicros: 3, blockedRequests: 2, blockedDays: [FIRST + 1] });
  });
});
