import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  barEnds,
  isLasting,
  lastingRefusals,
  type Refused,
  refusalBars,
  refusalRows,
  refusedDetail,
  refusedTitle,
} from "#app/features/refusals/refusals-view.ts";
import type { ReaderClock } from "#app/lib/budgets.ts";
import type { CurrentRefusal } from "#core/contract/usage.ts";
import { COUNTED_CODES, LASTING_CAUSES } from "#core/domain/gateway/refusal-causes.ts";

const reader: ReaderClock = { zone: "Europe/Lisbon", now: Date.parse("2026-11-20T14:32:00Z") };
const refusal = (changes: Partial<CurrentRefusal> = {}): CurrentRefusal => ({
  key_id: "key_1",
  name: "Production",
  code: "budget_exceeded",
  requests: 173,
  since: "2026-11-20T14:03:00.000Z",
  last: "2026-11-20T14:31:00.000Z",
  partial: false,
  revoked: false,
  budget: { period: "day", amount: 2, resets_at: "2026-11-21T00:00:00.000Z" },
  ...changes,
});
const only = (...items: CurrentRefusal[]): Refused => {
  const [refused] = lastingRefusals({ items });
  if (!refused) throw new Error("Nothing is refused.");
  return refused;
};
const texts = (items: CurrentRefusal[], others = false) => [
  refusedTitle(only(...items), reader),
  refusedDetail(only(...items), others, reader),
];

describe("the banner", () => {
  it("says which key is refused since when and why, what it cost, and when that ends", () => {
    expect(texts([refusal()], true)).toEqual([
      "Production has been refused since 14:03: it reached its daily budget",
      "173 requests refused, none charged. The $2.00 budget resets at 00:00. Your other keys work.",
    ]);
    const monthly = { period: "month", amount: 50, resets_at: "2026-12-01T00:00:00.000Z" } as const;
    const old = { since: "2026-11-19T22:10:00.000Z", requests: 1, partial: true, budget: monthly };
    expect(texts([refusal(old)])).toEqual([
      "Some requests made with Production have been refused since Nov 19, 22:10: they could cost more than its monthly budget has left",
      "1 request refused, not charged. The $50.00 budget resets on Dec 1.",
    ]);
  });

  it("tells a revoked key from an expired one", () => {
    const budget = null;
    const revoked = refusal({ code: "invalid_api_key", budget, revoked: true });
    expect(texts([revoked])[0]).toContain(": it was revoked");
    expect(texts([refusal({ code: "key_expired", budget })])[0]).toContain(": it has expired");
  });

  it("is one for all keys where the cause is the account's, and says of none that others work", () => {
    const items = [3, 9, 4].map((requests, at) =>
      refusal({
        key_id: `key_${at}`,
        name: `Key ${at}`,
        requests,
        code: "insufficient_balance",
        budget: null,
        since: `2026-11-20T14:0${at}:00.000Z`,
      }),
    );
    expect(texts(items, true)).toEqual([
      "Key 1 and 2 more keys have been refused since 14:00: your balance is too low",
      "16 requests refused, none charged. Add funds, or lower the requests’ token limits.",
    ]);
    expect(texts(items.slice(0, 2))[0]).toMatch(/^Key 1 and Key 0 have been refused/);
  });

  it("puts the account's causes first, and leaves out what passes by itself", () => {
    const code = (name: string, requests: number) =>
      refusal({ code: name, requests, budget: null, key_id: name });
    const refused = lastingRefusals({
      items: [
        code("model_not_found", 5),
        code("key_disabled", 9),
        code("rate_limit_exceeded", 99),
        code("a_new_code", 9),
        code("account_suspended", 1),
      ],
    });
    expect(refused.map((one) => one.code)).toEqual(["account_suspended", "key_disabled", "model_not_found"]);
  });

  it("waits for a repetition of a mistake that whoever made it notices", () => {
    const wrongModel = (requests: number) => refusal({ code: "model_not_found", requests, budget: null });
    expect(lastingRefusals({ items: [wrongModel(4)] })).toEqual([]);
    expect(lastingRefusals({ items: [wrongModel(5)] })).toHaveLength(1);
  });

  it("has words for every cause that lasts, and for no other", () => {
    const notified = LASTING_CAUSES.map(({ code }) => code);
    // The owner stopped the keys, and was notified of that.
    expect(COUNTED_CODES.filter(isLasting).sort()).toEqual([...notified, "account_stopped"].sort());
  });
});

describe("the card", () => {
  it("lists codes by status and name, with the keys that are refused now", () => {
    const codes = [
      { code: "rate_limit_exceeded", requests: 31 },
      { code: "budget_exceeded", requests: 173 },
      { code: "unavailable", requests: 1 },
      { code: "service_unavailable", requests: 2 },
      { code: "a_new_code", requests: 1 },
    ];
    expect(refusalRows({ codes }, [refusal()], reader)).toEqual([
      { status: 402, name: "Over budget", requests: 173, ongoing: "Production, since 14:03 today" },
      { status: 429, name: "Rate limited", requests: 31, ongoing: null },
      { status: 503, name: "Temporarily unavailable", requests: 3, ongoing: null },
      { status: null, name: "Other reasons", requests: 1, ongoing: null },
    ]);
  });

  it("shows every refused request exactly once, whatever the codes", () => {
    const counts = fc.uniqueArray(
      fc.record({ code: fc.constantFrom(...COUNTED_CODES, "a_new_code"), requests: fc.integer({ min: 1 }) }),
      { selector: ({ code }) => code },
    );
    fc.assert(
      fc.property(counts, (codes) => {
        const rows = refusalRows({ codes }, [], reader);
        const sum = (all: { requests: number }[]) => all.reduce((total, { requests }) => total + requests, 0);
        expect(sum(rows)).toBe(sum(codes));
        expect(new Set(rows.map(({ status, name }) => `${status} ${name}`)).size).toBe(rows.length);
      }),
    );
  });

  it("draws bars that stay inside and show any request", () => {
    const size = { width: 256, height: 28 };
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 31 }), (counts) => {
        const bars = refusalBars(
          counts.map((requests, at) => ({ date: `d${at}`, requests })),
          size,
        );
        for (const { x, y, width, height, requests } of bars) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(size.width);
          expect(y + height).toBeCloseTo(size.height);
          expect(height >= 2).toBe(requests > 0);
        }
      }),
    );
  });

  it("names the ends of the bars: hours or days", () => {
    const [to, requests] = ["2026-11-20T14:32:00.000Z", 0];
    const hours = ["2026-11-19T15:00:00+00:00", "2026-11-20T14:00:00+00:00"].map((date) => ({
      date,
      requests,
    }));
    expect(barEnds({ series: hours, to }, reader)).toEqual(["15:00", "14:32"]);
    const days = ["2026-11-14", "2026-11-20"].map((date) => ({ date, requests }));
    expect(barEnds({ series: days, to }, reader)).toEqual(["Nov 14", "Nov 20"]);
  });
});
