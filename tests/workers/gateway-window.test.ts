import { runDurableObjectAlarm } from "cloudflare:test";
import fc from "fast-check";
import { expect, it } from "vitest";
import { inTier } from "#tests/support/tier.ts";
import { admit, meteredUser, restart, settlement, tally } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";

const LIMIT = 100;
const WINDOW = 60_000;
const HOUR = 3_600_000;
const times = <Result>(count: number, work: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => work(index));
type Key = Awaited<ReturnType<typeof meteredUser>>["key"];
const burst = async (key: Key, count: number) => tally(await Promise.all(times(count, () => admit(key))));

it("admits exactly 100 of 400 concurrent requests, and says when to retry the others", async () => {
  const { key } = await meteredUser();
  stopClock();
  const responses = await Promise.all(times(400, () => admit(key)));
  expect(tally(responses)).toEqual({ admitted: LIMIT, rate_limit_exceeded: 300 });
  const refused = responses.flatMap((response) => (response.admitted ? [] : [response]));
  for (const { retryAfterS, remaining, resetMs } of refused) {
    expect(retryAfterS).toBe(WINDOW / 1000 + 1);
    expect(remaining).toBe(0);
    expect(resetMs).toBeLessThanOrEqual(WINDOW + 1);
  }
});

it("counts each key of an account for itself", async () => {
  const { keys } = await meteredUser({ keys: 3 });
  stopClock();
  const tallies = await Promise.all(keys.map((key) => burst(key, 120)));
  expect(tallies).toEqual(times(3, () => ({ admitted: LIMIT, rate_limit_exceeded: 20 })));
});

it("lets the 101st request in only when the first is more than 60 seconds old", async () => {
  const { key } = await meteredUser();
  const clock = stopClock();
  expect(await burst(key, LIMIT)).toEqual({ admitted: LIMIT });
  clock.move(WINDOW);
  expect(await burst(key, 1)).toEqual({ rate_limit_exceeded: 1 });
  clock.move(1);
  expect(await burst(key, 150)).toEqual({ admitted: LIMIT, rate_limit_exceeded: 50 });
});

it("keeps the window and the holds of an object that left memory, before and after a flush", async () => {
  for (const flushed of [false, true]) {
    const { key, meter } = await meteredUser({ micros: 10_000 });
    stopClock();
    const first = await Promise.all(times(60, () => admit(key)));
    if (flushed) {
      await meter().settle(first.map(({ requestId }) => settlement(requestId, 1)));
      await runDurableObjectAlarm(meter());
    }
    const before = await meter().standing();
    await restart(key);
    expect(await meter().standing()).toEqual(before);
    expect(before).toMatchObject(flushed ? { heldMicros: 0, pending: 0 } : { heldMicros: 6000, pending: 60 });
    expect(await burst(key, LIMIT)).toMatchObject({ admitted: 40 });
  }
});

it("a clock that is set back an hour neither opens the window nor locks it for more than 61 seconds", async () => {
  const { key } = await meteredUser();
  const clock = stopClock();
  await burst(key, LIMIT);
  clock.move(-HOUR);
  await restart(key);
  expect(await burst(key, 10)).toEqual({ rate_limit_exceeded: 10 });
  clock.move(61_000);
  expect(await burst(key, 150)).toEqual({ admitted: LIMIT, rate_limit_exceeded: 50 });
});

const step = fc.record({
  gap: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(59_999, 60_000, 60_001), fc.nat(70_000)),
  burst: fc.integer({ min: 1, max: 130 }),
  back: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(HOUR) }),
  evict: fc.boolean(),
});

/** Most admissions in any closed interval of the window. */
function worst(stamps: number[]): number {
  let [most, first] = [0, 0];
  for (const [last, at] of stamps.entries()) {
    while (at - (stamps[first] ?? at) > WINDOW) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

it("admits no more than 100 in any 60 seconds, whatever the clock does and however often the object leaves memory", async () => {
  const steps = fc.array(step, { minLength: 3, maxLength: 10 });
  const clock = stopClock();
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { key } = await meteredUser({ micros: 1_000_000 });
      const start = Date.now();
      let [real, skew] = [0, 0];
      const stamps: number[] = [];
      for (const { gap, burst: count, back, evict } of plan) {
        real += gap;
        skew -= back;
        clock.set(start + real + skew);
        if (evict && stamps.length > 0) await restart(key);
        const { admitted = 0 } = await burst(key, count);
        for (let i = 0; i < admitted; i += 1) stamps.push(real);
      }
      clock.set(start);
      expect(worst(stamps)).toBeLessThanOrEqual(LIMIT);
    }),
    { numRuns: inTier({ fast: 3, full: 12 }) },
  );
});
