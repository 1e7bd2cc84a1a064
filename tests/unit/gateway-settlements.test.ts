import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AccountMeter, Settlement } from "#worker/gateway/metering.ts";
import { Settlements } from "#worker/gateway/settlements.ts";
import { Watchdog } from "#worker/gateway/watchdog.ts";
import { UNTRACED } from "#worker/tracing.ts";

const UNRECORDED = UNTRACED.start({ method: "POST", headers: new Headers(), requestId: crypto.randomUUID() });

const settlement = (requestId: string): Settlement => ({
  requestId,
  statusCode: 200,
  responseTimeMs: 1,
  costMicros: 1,
  tokensIn: 1,
  tokensOut: 1,
});

/** Meters that write down what they take; `away` those that take nothing, `silent` those that do not respond. */
function world() {
  const taken: string[] = [];
  const away = new Set<string>();
  const silent = new Set<string>();
  const works: Promise<unknown>[] = [];
  const meterOf = (route: string): AccountMeter => ({
    admit: () => Promise.reject(new Error("not part of this test")),
    preview: () => Promise.reject(new Error("not part of this test")),
    identify: () => Promise.reject(new Error("not part of this test")),
    refuse: () => Promise.reject(new Error("not part of this test")),
    allows: () => Promise.reject(new Error("not part of this test")),
    progress: () => Promise.reject(new Error("not part of this test")),
    async settle(list) {
      if (silent.has(route)) return new Promise(() => {});
      if (away.has(route)) throw new Error("away");
      taken.push(...list.map(({ requestId }) => `${route}:${requestId}`));
      return 7;
    },
  });
  const settlements = new Settlements(meterOf);
  const settle = (meterName: string, id: string) =>
    settlements.settle(
      { meterName, meter: meterOf(meterName), settlement: settlement(id) },
      { watchdog: new Watchdog(), trace: UNRECORDED, waitUntil: (work) => void works.push(work) },
    );
  /** One that its meter did not take. */
  const add = async (route: string, id: string) => {
    const wasAway = away.has(route);
    away.add(route);
    await settle(route, id);
    if (!wasAway) away.delete(route);
  };
  return { taken, away, silent, works, settlements, settle, add };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(console.error).mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(console.error).mockClear();
});

it("is done when the meter has it, and says what balance that leaves", async () => {
  const { settle, taken, works } = world();
  expect(await settle("a", "1")).toBe(7);
  expect(taken).toEqual(["a:1"]);
  expect(works).toEqual([]);
});

it("lets a response go after a while when its meter is silent, and sends the settlement again", async () => {
  const { settle, taken, silent } = world();
  silent.add("a");
  const settled = settle("a", "1");
  await vi.advanceTimersByTimeAsync(4_900);
  expect(await Promise.race([settled, "waiting"])).toBe("waiting");
  silent.clear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await settled).toBeNull();
  expect(taken).toEqual(["a:1"]);
});

it("hands what was not taken over within moments, with one timer for all", async () => {
  const { add, taken, works } = world();
  await add("a", "1");
  await add("a", "2");
  await add("b", "3");
  expect(works).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(taken.sort()).toEqual(["a:1", "a:2", "b:3"]);
  await add("a", "4");
  await vi.advanceTimersByTimeAsync(300);
  expect(taken).toContain("a:4");
});

it("gives each away once: what a request has taken is not handed over again", async () => {
  const { add, taken, settlements } = world();
  await add("a", "1");
  expect(settlements.take("a").map(({ requestId }) => requestId)).toEqual(["1"]);
  expect(settlements.take("a")).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(taken).toEqual([]);
});

it("offers again what a meter did not take, and does not let it hold up the others", async () => {
  const { add, taken, away } = world();
  away.add("a");
  await add("a", "1");
  await add("b", "2");
  await vi.advanceTimersByTimeAsync(300);
  expect(taken).toEqual(["b:2"]);
  away.clear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken).toEqual(["b:2", "a:1"]);
  // The others follow in one line, a minute later.
  expect(console.error).toHaveBeenCalledTimes(1);
});

it("loses nothing that comes while a sweep is under way, however long traffic goes on", async () => {
  const { add, taken } = world();
  for (let i = 0; i < 200; i += 1) {
    await add(String(i % 7), String(i));
    await vi.advanceTimersByTimeAsync(90);
  }
  await vi.advanceTimersByTimeAsync(6_000);
  expect(new Set(taken).size).toBe(200);
  expect(taken).toHaveLength(200);
});
