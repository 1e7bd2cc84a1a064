import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  causeText,
  mergeByTime,
  type Refusal,
  refusalCode,
  refusalOf,
  refusalsWith,
  refusalTime,
  refusedText,
  showsRefusals,
  withBudgets,
} from "#app/features/usage-log/refusal-view.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { COUNTED_CODES } from "#core/domain/gateway/refusal-causes.ts";

const ITEM = { date: "2026-11-20T14:00:00+01:00", key_id: "key_1", name: "Production", requests: 173 };
const item = (code: string, date = ITEM.date) => ({ ...ITEM, code, date });
const requestAt = (at: number) => ({ timestamp: new Date(at).toISOString() }) as UsageItem;
const refusalAt = (from: number): Refusal => ({ ...item("budget_exceeded"), from, to: from + 1 });

describe("a refusal", () => {
  it("has the status that the gateway returns for its code", () => {
    for (const [code, { status }] of Object.entries(GATEWAY_ERRORS)) {
      if (COUNTED_CODES.some((known) => known === code))
        expect([code, refusalCode(item(code))]).toEqual([code, `${status} ${code}`]);
    }
    expect(refusalCode(item("budget_exceeded"))).toBe("402 budget_exceeded");
    expect(refusalCode(item("a_later_code"))).toBe("a_later_code");
  });

  it("says its hour or its day", () => {
    const now = Date.parse("2026-11-20T14:31:00+01:00");
    const time = (date: string, at = now) =>
      refusalTime(refusalOf(item("x", date), "Europe/Berlin"), at, "Europe/Berlin");
    expect(time("2026-11-20T14:00:00+01:00")).toBe("14:00 – now");
    expect(time("2026-11-20T13:00:00+01:00")).toBe("13:00 – 14:00");
    expect(time("2026-11-19T23:00:00+01:00")).toBe("Nov 19, 23:00 – 00:00");
    expect(time("2026-11-20")).toBe("Today");
    expect(time("2026-11-19")).toBe("Nov 19");
  });

  it("of a day is a local one, however long", () => {
    const { from, to } = refusalOf(item("x", "2026-10-25"), "Europe/Berlin");
    expect((to - from) / 3_600_000).toBe(25);
  });

  it("names the budget that goes on refusing", () => {
    const [zone, now] = ["Europe/Berlin", Date.parse("2026-11-20T14:31:00+01:00")];
    const budget = { period: "day" as const, amount: 2, resets_at: "2026-11-21T00:00:00.000Z" };
    const going = {
      ...ITEM,
      code: "budget_exceeded",
      since: "2026-11-20T13:05:00.000Z",
      last: "",
      partial: false,
    };
    const current = [{ ...going, revoked: false, budget }];
    const before = refusalOf(item("budget_exceeded", "2026-11-20T13:00:00+01:00"), zone);
    const others = [refusalOf(item("rate_limit_exceeded"), zone), { ...before, key_id: "key_2" }, before];
    expect(withBudgets(others, current)).toEqual(others);
    const [ongoing] = withBudgets([refusalOf(item("budget_exceeded"), zone)], current);
    expect(ongoing && causeText(ongoing, { zone, now })).toBe(
      "The key reached its budget. The $2.00 budget resets at 01:00.",
    );
    expect(causeText(before, { zone, now })).toBe("The key reached its budget.");
  });

  it("counts in words", () => {
    expect(refusedText({ requests: 1 })).toBe("1 request refused");
    expect(refusedText({ requests: 1_730 })).toBe("1,730 requests refused");
  });

  it("is shown only where the filter can match it", () => {
    expect(showsRefusals({}, undefined)).toBe(true);
    expect(["error", "402"].map((status) => showsRefusals({}, status))).toEqual([true, true]);
    expect(["success", "200"].map((status) => showsRefusals({}, status))).toEqual([false, false]);
    expect(showsRefusals({ model: "m" }, undefined)).toBe(false);
    expect(showsRefusals({ endpoint: "/v1/models" }, undefined)).toBe(false);
    const [budget, rate] = [item("budget_exceeded"), item("rate_limit_exceeded")].map((each) =>
      refusalOf(each, "UTC"),
    ) as [Refusal, Refusal];
    expect(refusalsWith([budget, rate], "429")).toEqual([rate]);
    expect(refusalsWith([budget, rate], "error")).toEqual([budget, rate]);
  });
});

const instants = fc.array(fc.nat(50), { maxLength: 20 });
const newestFirst = (times: number[]) => times.toSorted((a, b) => b - a);

it("weaves refusals between the requests by time, each once, and leaves none in a complete log", () => {
  fc.assert(
    fc.property(instants, instants, fc.boolean(), (requests, refusals, complete) => {
      const sorted = newestFirst(requests);
      const entries = mergeByTime(sorted.map(requestAt), refusals.map(refusalAt), complete);
      const times = entries.map(({ request, refusal }) =>
        request ? Date.parse(request.timestamp) : refusal.from,
      );
      expect(times).toEqual(newestFirst(times));
      expect(entries.filter(({ request }) => request)).toHaveLength(requests.length);
      const oldest = sorted.at(-1) ?? Number.POSITIVE_INFINITY;
      const due = refusals.filter((from) => complete || from > oldest);
      expect(entries.flatMap(({ refusal }) => refusal?.from ?? [])).toEqual(newestFirst(due));
    }),
  );
});
