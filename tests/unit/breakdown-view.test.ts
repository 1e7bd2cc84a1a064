import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakdownRows as rowsOrUnknown, totalCost } from "#app/lib/analytics/breakdown-view.ts";
import type { BreakdownResponse } from "#core/contract/analytics.ts";

type Key = BreakdownResponse["keys"][number];

const key = (about: Partial<Key>): Key => ({
  key_id: "key_1",
  name: "Production",
  status: "active",
  requests: 10,
  errors: 1,
  avg_response_time: 100,
  cost: 0,
  tokens_in: 0,
  tokens_cached: 0,
  tokens_out: 0,
  ...about,
});

const responseOf = (about: Partial<BreakdownResponse>): BreakdownResponse => ({
  range: "24h",
  from: "2026-11-19T13:32:00.000Z",
  to: "2026-11-20T13:32:00.000Z",
  keys: [],
  endpoints: [],
  models: null,
  exact_from: null,
  ...about,
});
const none = new Map<string, string>();
const breakdownRows = (...about: Parameters<typeof rowsOrUnknown>) => rowsOrUnknown(...about) ?? [];

describe("the spend breakdown", () => {
  it("shares out the cost", () => {
    const response = responseOf({
      keys: [key({ cost: 3 }), key({ key_id: "key_2", cost: 1, requests: 90 })],
    });
    expect(breakdownRows(response, "keys", none).map(({ share }) => share)).toEqual([75, 25]);
  });

  it("shares out the requests when nothing has a cost", () => {
    const response = responseOf({ keys: [key({ requests: 30 }), key({ key_id: "key_2", requests: 10 })] });
    expect(breakdownRows(response, "keys", none).map(({ share }) => share)).toEqual([75, 25]);
  });

  it("identifies a key by its distinguishing label, or else its name, and shows a deleted one as unknown and not selectable", () => {
    const keys = [key({}), key({ key_id: "key_2", name: "Old" }), key({ key_id: null, name: null })];
    const rows = breakdownRows(responseOf({ keys }), "keys", new Map([["key_1", "Production …aaaa"]]));
    expect(rows.map(({ name, filter }) => [name, filter])).toEqual([
      ["Production …aaaa", { keyId: "key_1" }],
      ["Old", { keyId: "key_2" }],
      ["Unknown key", null],
    ]);
  });

  it("links an endpoint to that endpoint", () => {
    const endpoint = { endpoint: "/v1/models", requests: 1, errors: 0, avg_response_time: 9, cost: 0 };
    expect(breakdownRows(responseOf({ endpoints: [endpoint] }), "endpoints", none)).toEqual([
      {
        id: "/v1/models",
        name: "/v1/models",
        requests: 1,
        tokens: null,
        units: [],
        cost: 0,
        share: 100,
        filter: { endpoint: "/v1/models" },
      },
    ]);
  });

  it("adds up to the micro-dollar, and the shares to 100%", () => {
    const micros = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(micros, (costs) => {
        const keys = costs.map((cost, at) => key({ key_id: `key_${at}`, cost: cost / 1_000_000 }));
        const rows = breakdownRows(responseOf({ keys }), "keys", none);
        expect(totalCost(rows)).toBe(costs.reduce((sum, cost) => sum + cost, 0) / 1_000_000);
        expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 6);
      }),
    );
  });
});
