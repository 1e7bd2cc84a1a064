/** Where a steady clock stands: the last wall time it was shown, and what it made of it. Epoch ms. */
interface ClockMark {
  wall: number;
  steady: number;
}

/**
 * A clock that never runs backwards. A step back of the wall clock counts as no time passing; from there it goes on
 * at once, it does not wait for the wall to catch up. A step forward looks like time that has passed: nothing but a
 * second clock could tell, so whatever is timed by it ends that much too early, once.
 */
export class SteadyClock {
  private offset = 0;
  private last = Number.NEGATIVE_INFINITY;

  /** @param mark where an earlier clock stood (see `mark`), so that this one goes on from there. */
  constructor(mark: ClockMark | null = null) {
    if (mark === null) return;
    this.offset = mark.steady - mark.wall;
    this.last = mark.steady;
  }

  /** The steady time, in ms, when the wall clock shows `wall` (epoch ms). */
  at(wall: number): number {
    const steady = Math.max(wall + this.offset, this.last);
    this.offset = steady - wall;
    this.last = steady;
    return steady;
  }

  /** Null before the first reading. */
  mark(): ClockMark | null {
    return this.last === Number.NEGATIVE_INFINITY
      ? null
      : { wall: this.last - this.offset, steady: this.last };
  }
}
