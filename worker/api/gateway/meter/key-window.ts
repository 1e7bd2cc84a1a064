/** Requests of a key in any 60 seconds. */
export const RATE_LIMIT = 100;
const WINDOW_MS = 60_000;
/** From then on an admission counts no more; both ends of 60 seconds belong to them. */
export const WINDOW_SPAN_MS = WINDOW_MS + 1;

/** When a key was last admitted: a ring of `RATE_LIMIT` stamps of a clock that never goes backwards. */
export class KeyWindow {
  private readonly stamps = new Float64Array(RATE_LIMIT).fill(Number.NEGATIVE_INFINITY);
  private oldest = 0;

  /** Milliseconds until there is room; 0 when there is. */
  wait(at: number): number {
    return Math.max(0, this.stamp(0) + WINDOW_SPAN_MS - at);
  }

  /** Milliseconds until nothing counts any more. */
  untilWhole(at: number): number {
    return Math.max(0, this.stamp(RATE_LIMIT - 1) + WINDOW_SPAN_MS - at);
  }

  remaining(at: number): number {
    let low = 0;
    let high = RATE_LIMIT;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stamp(middle) + WINDOW_SPAN_MS <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(at: number): void {
    this.stamps[this.oldest] = at;
    this.oldest = (this.oldest + 1) % RATE_LIMIT;
  }

  /** Stamps grow with `place`. */
  private stamp(place: number): number {
    return this.stamps[(this.oldest + place) % RATE_LIMIT] ?? Number.NEGATIVE_INFINITY;
  }
}

/**
 * Wall clocks are set back; this one takes that for no time passing, and goes on from there. A step forward cannot be
 * told from time that passed.
 */
export class SteadyClock {
  private offset = 0;
  private last = Number.NEGATIVE_INFINITY;

  /** Goes on from where the wall clock said `wall` and this one `steady`. */
  resume(wall: number, steady: number): void {
    this.offset = steady - wall;
    this.last = steady;
  }

  at(wall: number): number {
    const steady = wall + this.offset;
    if (steady < this.last) this.offset += this.last - steady;
    else this.last = steady;
    return this.last;
  }
}
