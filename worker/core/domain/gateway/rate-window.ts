/** Requests admitted in any `RATE_WINDOW_MS`, per key (spec section 9). */
export const RATE_LIMIT = 100;
export const RATE_WINDOW_MS = 60_000;
/** Times are floored milliseconds: two are surely more than the window apart only when they differ by one more. */
const APART_MS = RATE_WINDOW_MS + 1;

/** What a key may do at a moment; durations in milliseconds. */
interface RateRoom {
  /** Requests that may follow at once. */
  remaining: number;
  /** Until one may follow; 0 when one may now. */
  waitMs: number;
  /** Until the whole limit may follow at once. */
  resetMs: number;
}

/**
 * At most `RATE_LIMIT` admissions in any closed interval of `RATE_WINDOW_MS`, exactly: it keeps the time of each of
 * the last `RATE_LIMIT`. Times come from a `SteadyClock`, so that a step back of the wall clock neither opens the
 * window nor locks it for more than `RATE_WINDOW_MS` + 1 ms after the first request that sees it.
 */
export class RateWindow {
  /** Oldest at `next`, and round from there; sorted, because the clock is steady. */
  private readonly ring = new Float64Array(RATE_LIMIT).fill(Number.NEGATIVE_INFINITY);
  private next = 0;

  /** @param stamps of an earlier window (see `stamps`), so that this one goes on from there. */
  constructor(stamps: readonly number[] = []) {
    for (const stamp of stamps) this.add(stamp);
  }

  /** At the steady time `at`. @param limit of a key whose own is lower; a change of it counts what was admitted before. */
  room(at: number, limit = RATE_LIMIT): RateRoom {
    return {
      remaining: Math.max(0, limit - (RATE_LIMIT - this.free(at))),
      // The oldest of the last `limit` must no longer count.
      waitMs: Math.max(0, this.stamp(RATE_LIMIT - limit) + APART_MS - at),
      resetMs: Math.max(0, this.stamp(RATE_LIMIT - 1) + APART_MS - at),
    };
  }

  /** An admission at the steady time `at`, where `room` left one. */
  add(at: number): void {
    this.ring[this.next] = at;
    this.next = (this.next + 1) % RATE_LIMIT;
  }

  /** Times of the last admissions, at most `RATE_LIMIT`, oldest first. */
  stamps(): number[] {
    return Array.from(this.ring, (_, i) => this.stamp(i)).filter(Number.isFinite);
  }

  private stamp(age: number): number {
    return this.ring[(this.next + age) % RATE_LIMIT] ?? Number.NEGATIVE_INFINITY;
  }

  /** How many of the stamps no longer count: a search by halves, once for each request. */
  private free(at: number): number {
    let low = 0;
    let high = RATE_LIMIT;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stamp(middle) + APART_MS <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
