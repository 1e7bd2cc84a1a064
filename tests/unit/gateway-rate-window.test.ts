import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RATE_LIMIT, RATE_WINDOW_MS, RateWindow } from "#core/domain/gateway/rate-window.ts";
import { SteadyClock } from "#core/domain/gateway/steady-clock.ts";
import { runs } from "#tests/support/tier.ts";
import { standingHeaders } from "#worker/gateway/response-headers.ts";

const RUNS = { numRuns: runs(2_000) };
const START = 1_780_000_000_000;
const HOUR = 3_600_000;

/** A key's limiter as an account's object has it; `restarted` is one that was stored and read again. */
class Limiter {
  private readonly clock: SteadyClock;
  private readonly window: RateWindow;

  constructor(clock = new SteadyClock(), window = new RateWindow()) {
    this.clock = clock;
    this.window = window;
  }

  /** The wait in ms that the request was given, 0 when it was admitted. */
  ask(wall: number, limit = RATE_LIMIT): number {
    const at = this.clock.at(wall);
    const { waitMs } = this.window.room(at, limit);
    if (waitMs === 0) this.window.add(at);
    return waitMs;
  }

  room = (wall: number, limit = RATE_LIMIT) => this.window.room(this.clock.at(wall), limit);

  restarted(): Limiter {
    const stored = JSON.parse(JSON.stringify({ mark: this.clock.mark(), stamps: this.window.stamps() }));
    return new Limiter(new SteadyClock(stored.mark), new RateWindow(stored.stamps));
  }
}

/** Bursts of requests after gaps of real time, some in fractions of a ms; the wall clock is set between them. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: -HOUR, max: -1 }) },
);
const gap = fc.oneof(
  fc.double({ min: 0, max: 3, noNaN: true }),
  fc.double({ min: 0, max: 61_000, noNaN: true }),
  fc.constantFrom(0, 59_999, 59_999.5, 60_000, 60_000.5, 60_001),
);
const burst = fc.record({ gap, step, requests: fc.integer({ min: 1, max: 130 }), restart: fc.boolean() });
const traffic = fc.array(burst, { minLength: 1, maxLength: 30 });
type Traffic = { gap: number; step: number; requests: number; restart: boolean }[];

/** Real times of all admissions. */
function admissions(bursts: Traffic, restarts: boolean): number[] {
  const admitted: number[] = [];
  let limiter = new Limiter();
  let real = 0;
  let skew = START;
  for (const { gap, step, requests, restart } of bursts) {
    real += gap;
    skew += step;
    if (restart && restarts) limiter = limiter.restarted();
    for (let i = 0; i < requests; i++) if (limiter.ask(Math.floor(real + skew)) === 0) admitted.push(real);
  }
  return admitted;
}

/** Whether any closed window holds more than the limit: then one time and the hundredth before it do. */
const isTooMany = (times: number[]) =>
  times.some((time, i) => time - (times[i - RATE_LIMIT] ?? Number.NEGATIVE_INFINITY) <= RATE_WINDOW_MS);

describe("the rate of a key", () => {
  it("is never more than 100 in any 60 s, though the clock steps back and the object restarts", () => {
    fc.assert(
      fc.property(traffic, (bursts) => {
        expect(isTooMany(admissions(bursts, true))).toBe(false);
      }),
      RUNS,
    );
  });

  it("is the same as without restarts", () => {
    fc.assert(
      fc.property(traffic, (bursts) => {
        expect(admissions(bursts, true)).toEqual(admissions(bursts, false));
      }),
      RUNS,
    );
  });

  it("admits on a steady clock whatever 60 s of the past leave room for, to the millisecond, though its limit changes", () => {
    const gap = fc.oneof(fc.nat(2_000), fc.constantFrom(0, 1, 60_000, 60_001));
    const limits = fc.constantFrom(null, null, null, null, null, 1, 2, 20, 99, RATE_LIMIT);
    const gaps = fc.array(fc.tuple(gap, limits), { maxLength: 400 });
    fc.assert(
      fc.property(gaps, (between) => {
        let limit = RATE_LIMIT;
        const limiter = new Limiter();
        const admitted: number[] = [];
        let now = START;
        for (const [ms, changed] of between) {
          now += ms;
          limit = changed ?? limit;
          const counting = admitted.filter((at) => now - at <= RATE_WINDOW_MS);
          const [oldest = 0] = counting.slice(-limit);
          const wait = counting.length < limit ? 0 : oldest + RATE_WINDOW_MS + 1 - now;
          expect(limiter.room(now, limit)).toEqual({
            remaining: Math.max(0, limit - counting.length),
            waitMs: wait,
            resetMs: counting.length === 0 ? 0 : (counting.at(-1) ?? 0) + RATE_WINDOW_MS + 1 - now,
          });
          expect(limiter.ask(now, limit)).toBe(wait);
          if (wait === 0) admitted.push(now);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("tells clients at most 60 s until the limit resets, also right after a request", () => {
    const limiter = new Limiter();
    const headerAt = (at: number) =>
      standingHeaders({ limit: RATE_LIMIT, balanceMicros: null, ...limiter.room(at) })[
        "x-ratelimit-reset-requests"
      ];
    expect(headerAt(START)).toBe("0s");
    limiter.ask(START);
    const later = [0, 1, 1000, 1001, 1002, RATE_WINDOW_MS, RATE_WINDOW_MS + 1];
    expect(later.map((ms) => headerAt(START + ms))).toEqual(["60s", "60s", "60s", "59s", "59s", "1s", "0s"]);
  });

  it("opens after the wait that a refusal names, and not before", () => {
    const limiter = new Limiter();
    for (let i = 0; i < RATE_LIMIT; i++) expect(limiter.ask(START + i)).toBe(0);
    const wait = limiter.ask(START + 200);
    expect(wait).toBe(RATE_WINDOW_MS + 1 - 200);
    expect([limiter.ask(START + 200 + wait - 1), limiter.ask(START + 200 + wait)]).toEqual([1, 0]);
    expect(limiter.ask(START + 200 + wait)).toBe(1);
  });

  it("is locked for at most 61 s by steps back, of any size, with or without a restart", () => {
    const back = fc.record({
      by: fc.integer({ min: 1, max: 10 * HOUR }),
      after: fc.nat(70_000),
      restart: fc.boolean(),
    });
    fc.assert(
      fc.property(back, ({ by, after, restart }) => {
        let limiter = new Limiter();
        for (let i = 0; i < RATE_LIMIT; i++) limiter.ask(START);
        if (restart) limiter = limiter.restarted();
        const wait = limiter.ask(START + after - by);
        expect(wait).toBeLessThanOrEqual(61_000);
        expect(limiter.ask(START + after - by + wait)).toBe(0);
      }),
      RUNS,
    );
  });

  it("takes a step forward for time that has passed: at most one more window is admitted, once", () => {
    const limiter = new Limiter();
    const admitted = [START, START + HOUR, START + HOUR].map(
      (wall) => Array.from({ length: 200 }, () => limiter.ask(wall)).filter((wait) => wait === 0).length,
    );
    expect(admitted).toEqual([RATE_LIMIT, RATE_LIMIT, 0]);
  });
});

it("a steady clock never runs back, and runs on with the wall clock after every step", () => {
  const moves = fc.array(fc.record({ step, ms: fc.nat(1_000) }), { minLength: 1 });
  fc.assert(
    fc.property(moves, (all) => {
      const clock = new SteadyClock();
      let wall = START;
      let before = clock.at(wall);
      for (const { step, ms } of all) {
        wall += step;
        const stepped = clock.at(wall);
        wall += ms;
        const now = clock.at(wall);
        expect([stepped, now]).toEqual([before, before + ms]);
        before = now;
      }
    }),
    RUNS,
  );
  expect(new SteadyClock().mark()).toBe(null);
});
