import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BudgetTrial,
  spentBeside,
  type TrialRequest,
  trialSpan,
  tryBudgets,
} from "#core/domain/gateway/budget-trial.ts";
import { BUDGET_PERIODS, type Budget, budgetWindow, fitsBudget } from "#core/domain/gateway/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { runs, seed } from "#tests/support/tier.ts";

const at = (text: string) => Date.parse(text);
const RUNS = { numRuns: runs(2_000), seed };
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

  const FIRST = at("2026-09-14T00:00Z");
  const story = fc.array(
    fc.record({
      // Often at the same instant, often hours apart, and sometimes days.
      gap: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(6 * 3_600_000), fc.nat(3 * DAY_MS)),
      lasts: fc.oneof(fc.constant(0), fc.nat(50), fc.nat(2 * 3_600_000), fc.nat(2 * DAY_MS)),
      hold: fc.nat(60),
      unused: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 60 },
  );
  type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never;

  function requestsOf(steps: Story): TrialRequest[] {
    let now = FIRST;
    return steps.map(({ gap, lasts, hold, unused }) => {
      now += gap;
      const costMicros = Math.round(hold * (1 - unused));
      return { at: now, endsAt: now + lasts, costMicros, holdMicros: hold };
    });
  }

  /** Decides each request by adding up all admitted ones before it. */
  function bruteForce(
    budgets: readonly Budget[],
    requests: readonly TrialRequest[],
    from: number,
  ): BudgetTrial {
    const admitted: TrialRequest[] = [];
    const blocked: TrialRequest[] = [];
    for (const request of requests) {
      const fits = budgets.every(({ period: of, micros }) => {
        const window = budgetWindow(of, request.at);
        const used = admitted
          .filter((other) => window.from <= other.at && other.at < window.to)
          .map((other) => (other.endsAt <= request.at ? other.costMicros : other.holdMicros))
          .reduce((sum, part) => sum + part, 0);
        return request.holdMicros === 0 || used + request.holdMicros <= micros;
      });
      if (fits) admitted.push(request);
      else if (request.at >= from) blocked.push(request);
    }
    return {
      blockedMicros: blocked.reduce((sum, { costMicros }) => sum + costMicros, 0),
      blockedRequests: blocked.length,
      blockedDays: [...new Set(blocked.map((request) => Math.floor(request.at / DAY_MS)))],
    };
  }

  const amount = fc.oneof(fc.constant(0), fc.nat(150), fc.nat(1500));
  const limits = fc
    .record({ day: amount, week: amount, month: amount }, { requiredKeys: [] })
    .map((set) =>
      BUDGET_PERIODS.flatMap((of) => (set[of] === undefined ? [] : [{ period: of, micros: set[of] }])),
    );

  it("refuses what the gateway would have refused, holds of requests in progress included", () => {
    let refusals = 0;
    fc.assert(
      fc.property(story, limits, fc.nat(40 * DAY_MS), (steps, budgets, later) => {
        const requests = requestsOf(steps);
        const from = FIRST + later;
        const expected = bruteForce(budgets, requests, from);
        expect(tryBudgets(budgets, { requests, from, earlier: [] })).toEqual(expected);
        refusals += expected.blockedRequests;
      }),
      RUNS,
    );
    expect(refusals).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it("never lets more through than the budget, even with spending whose requests are unknown", () => {
    fc.assert(
      fc.property(story, period, fc.nat(400), fc.nat(300), (steps, of, micros, before) => {
        const requests = requestsOf(steps);
        const earlier = [{ day: FIRST / DAY_MS, costMicros: before }];
        const trial = tryBudgets([{ period: of, micros }], { requests, from: 0, earlier });
        const total = requests.reduce((sum, { costMicros }) => sum + costMicros, 0);
        const windows = new Set(requests.map((request) => budgetWindow(of, request.at).from));
        expect(total - trial.blockedMicros).toBeLessThanOrEqual(windows.size * micros);
        const without = tryBudgets([{ period: of, micros }], { requests, from: 0, earlier: [] });
        if (before === 0) expect(trial).toEqual(without);
      }),
      RUNS,
    );
  });

  const request = (time: string, holdMicros: number, costMicros = holdMicros, minutes = 0): TrialRequest => ({
    at: at(time),
    endsAt: at(time) + minutes * 60_000,
    holdMicros,
    costMicros,
  });
  const days = (...texts: string[]) => texts.map((day) => at(day) / DAY_MS);

  it("counts a hold until its request ends, and then only the cost", () => {
    const requests = [
      request("2026-11-16T10:00Z", 900, 100, 10),
      request("2026-11-16T10:09Z", 200),
      request("2026-11-16T10:10Z", 200),
    ];
    const trial = tryBudgets([{ period: "day", micros: 1000 }], { requests, from: 0, earlier: [] });
    expect(trial).toEqual({ blockedMicros: 200, blockedRequests: 1, blockedDays: days("2026-11-16") });
  });

  it("counts a request that runs past midnight on the day of its admission", () => {
    const requests = [request("2026-11-16T23:59Z", 900, 900, 10), request("2026-11-17T00:05Z", 1000)];
    expect(tryBudgets([{ period: "day", micros: 1000 }], { requests, from: 0, earlier: [] })).toMatchObject({
      blockedRequests: 0,
    });
  });

  it("adds spending without requests to its period, as far as the budget would have admitted it", () => {
    const requests = [request("2026-11-17T10:00Z", 300), request("2026-11-23T10:00Z", 300)];
    const known = [
      { day: at("2026-11-16") / DAY_MS, costMicros: 5000 },
      { day: at("2026-11-17") / DAY_MS, costMicros: 300 },
    ];
    const earlier = spentBeside(known, requests);
    expect(earlier.map(({ costMicros }) => costMicros)).toEqual([5000, 0]);
    const trial = tryBudgets([{ period: "week", micros: 1000 }], { requests, from: 0, earlier });
    expect(trial).toEqual({ blockedMicros: 300, blockedRequests: 1, blockedDays: days("2026-11-17") });
  });

  it("refuses nothing that is free, and everything else with a budget of 0", () => {
    const requests = [request("2026-11-16T10:00Z", 0), request("2026-11-16T10:01Z", 3, 0)];
    expect(tryBudgets([{ period: "day", micros: 0 }], { requests, from: 0, earlier: [] })).toEqual({
      blockedMicros: 0,
      blockedRequests: 1,
      blockedDays: days("2026-11-16"),
    });
  });

  it("replays as many requests as a trial reads in time proportional to their number", () => {
    const requests = Array.from({ length: 50_000 }, (_, i) => {
      const start = FIRST + i * 50_000;
      return { at: start, endsAt: start + (i % 700) * 1000, costMicros: i % 90, holdMicros: 100 };
    });
    const trial = tryBudgets([{ period: "day", micros: 40_000 }], { requests, from: 0, earlier: [] });
    expect(trial.blockedRequests).toBeGreaterThan(1000);
  });
});
