import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakdownRows, totalCost } from "#app/features/usage/breakdown-view.ts";
import type { BreakdownAnswer } from "#core/contract/breakdown.ts";

type Key = BreakdownAnswer["keys"][number];

const key = (about: Partial<Key>): Key => ({
  key_id: "key_1",
  name: "Production",
  status: "active",
  requests: 10,
  errors: 1,
  avg_response_time: 100,
  cost: 0,
  ...about,
});

const answerOf = (about: Partial<BreakdownAnswer>): BreakdownAnswer => ({
  range: "24h",
  from: "2026-11-19T13:32:00.000Z",
  to: "2026-11-20T13:32:00.000Z",
  keys: [],
  endpoints: [],
  ...about,
});
const none = new Map<string, string>();

describe("where it goes", () => {
  it("shares out the cost", () => {
    const answer = answerOf({ keys: [key({ cost: 3 }), key({ key_id: "key_2", cost: 1, requests: 90 })] });
    expect(breakdownRows(answer, "keys", none).map(({ share }) => share)).toEqual([75, 25]);
  });

  it("shares out the requests where nothing cost anything", () => {
    const answer = answerOf({ keys: [key({ requests: 30 }), key({ key_id: "key_2", requests: 10 })] });
    expect(breakdownRows(answer, "keys", none).map(({ share }) => share)).toEqual([75, 25]);
  });

  it("calls a key by what tells it apart, else by its name, and one that is gone unknown and not to be chosen", () => {
    const keys = [key({}), key({ key_id: "key_2", name: "Old" }), key({ key_id: null, name: null })];
    const rows = breakdownRows(answerOf({ keys }), "keys", new Map([["key_1", "Production …aaaa"]]));
    expect(rows.map(({ name, filter }) => [name, filter])).toEqual([
      ["Production …aaaa", { keyId: "key_1" }],
      ["Old", { keyId: "key_2" }],
      ["Unknown key", null],
    ]);
  });

  it("leads from an endpoint to that endpoint", () => {
    const endpoint = { endpoint: "/v1/models", requests: 1, errors: 0, avg_response_time: 9, cost: 0 };
    expect(breakdownRows(answerOf({ endpoints: [endpoint] }), "endpoints", none)).toEqual([
      {
        id: "/v1/models",
        name: "/v1/models",
        requests: 1,
        cost: 0,
        share: 100,
        filter: { endpoint: "/v1/models" },
      },
    ]);
  });

  it("sums up to the micro-dollar, and the shares to a whole", () => {
    const micros = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(micros, (costs) => {
        const keys = costs.map((cost, at) => key({ key_id: `key_${at}`, cost: cost / 1_000_000 }));
        const rows = breakdownRows(answerOf({ keys }), "keys", none);
        expect(totalCost(rows)).toBe(costs.reduce((sum, cost) => sum + cost, 0) / 1_000_000);
        expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 6);
      }),
    );
  });
});
