/** A wait's limit is checked this often, by one timer for all waits of a request: a timer for each would cost more. */
const TICK_MS = 1_000;

interface Wait {
  /** On a clock that is never set. */
  due: number;
  expire: () => void;
}

/** A wait has lasted too long. The work itself goes on. */
export class TimedOut extends Error {}

/** Limits how long a request waits, a second more or less for limits of over a second. */
export class Watchdog {
  private readonly waits = new Set<Wait>();
  private readonly onFirstTick: () => void;
  private ticksAt = Number.POSITIVE_INFINITY;
  private ticked = false;

  /** @param onFirstTick called once a request has waited for a second. */
  constructor(onFirstTick: () => void = () => {}) {
    this.onFirstTick = onFirstTick;
  }

  /** @throws TimedOut when the work takes longer than `ms`. */
  within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const due = performance.now() + ms;
      const wait = { due, expire: () => reject(new TimedOut(`No response within ${ms} ms.`)) };
      this.waits.add(wait);
      this.tickBy(due);
      work.then(
        (value) => {
          this.waits.delete(wait);
          resolve(value);
        },
        (error: unknown) => {
          this.waits.delete(wait);
          reject(error);
        },
      );
    });
  }

  /** Lets the waits under way last at most this much longer. */
  shorten(ms: number): void {
    const most = performance.now() + ms;
    for (const wait of this.waits) wait.due = Math.min(wait.due, most);
    this.tickBy(most);
  }

  private tickBy(due: number): void {
    // A tick sets the next one.
    if (this.ticksAt <= due) return;
    const now = performance.now();
    const at = Math.min(due, now + TICK_MS);
    this.ticksAt = at;
    setTimeout(() => this.tick(at), at - now);
  }

  private tick(at: number): void {
    if (this.ticksAt !== at) return;
    this.ticksAt = Number.POSITIVE_INFINITY;
    if (!this.ticked) {
      this.ticked = true;
      this.onFirstTick();
    }
    const now = performance.now();
    for (const wait of this.waits) {
      if (wait.due <= now) {
        this.waits.delete(wait);
        wait.expire();
      } else this.tickBy(wait.due);
    }
  }
}
