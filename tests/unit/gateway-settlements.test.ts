import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Settlement } from "#worker/api/gateway/metering.ts";
import { Settlements } from "#worker/api/gateway/settlements.ts";

const settlement = (requestId: string): Settlement => ({
  requestId,
  statusCode: 200,
  responseTimeMs: 1,
  costMicros: 1,
  tokensIn: 1,
  tokensOut: 1,
});

/** Meters that write down what they take; `away` those that take nothing. */
function world() {
  const taken: string[] = [];
  const away = new Set<string>();
  const works: Promise<unknown>[] = [];
  const settlements = new Settlements((route) => ({
    admit: () => Promise.reject(new Error("not part of this test")),
    async settle(list) {
      if (away.has(route)) throw new Error("away");
      taken.push(...list.map(({ requestId }) => `${route}:${requestId}`));
    },
  }));
  const add = (route: string, id: string) =>
    settlements.add(route, settlement(id), (work) => void works.push(work));
  return { taken, away, works, settlements, add };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("hands everything over within moments when no request comes to carry it, with one timer for all", async () => {
  const { add, taken, works } = world();
  add("a", "1");
  add("a", "2");
  add("b", "3");
  expect(works).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(taken.sort()).toEqual(["a:1", "a:2", "b:3"]);
  add("a", "4");
  await vi.advanceTimersByTimeAsync(300);
  expect(taken).toContain("a:4");
});

it("gives each away once: what a request has taken is not handed over again", async () => {
  const { add, taken, settlements } = world();
  add("a", "1");
  expect(settlements.take("a").map(({ requestId }) => requestId)).toEqual(["1"]);
  expect(settlements.take("a")).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(taken).toEqual([]);
});

it("offers again what a meter did not take, and does not let it hold up the others", async () => {
  const errors = vi.mocked(console.error).mockImplementation(() => {});
  const { add, taken, away } = world();
  away.add("a");
  add("a", "1");
  add("b", "2");
  await vi.advanceTimersByTimeAsync(300);
  expect(taken).toEqual(["b:2"]);
  away.clear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken).toEqual(["b:2", "a:1"]);
  expect(errors).toHaveBeenCalledTimes(1);
  errors.mockClear();
});

it("loses nothing that comes while a sweep is under way, however long traffic goes on", async () => {
  const { add, taken } = world();
  for (let i = 0; i < 200; i += 1) {
    add(String(i % 7), String(i));
    await vi.advanceTimersByTimeAsync(90);
  }
  await vi.advanceTimersByTimeAsync(6_000);
  expect(new Set(taken).size).toBe(200);
  expect(taken).toHaveLength(200);
});
