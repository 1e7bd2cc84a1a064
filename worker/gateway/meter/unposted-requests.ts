import type { Period } from "#core/domain/plans.ts";
import type { MeterStore, RequestSums } from "./meter-store.ts";
import type { OpenRequests } from "./open-request.ts";
import type { Outbox } from "./outbox.ts";

/** All keys of the account. */
export const ALL_KEYS = null;
type Lineage = number | typeof ALL_KEYS;

interface Waiting {
  open: OpenRequests;
  outbox: Outbox;
}

interface Sum extends RequestSums {
  period: Period;
}

/**
 * Sums over the requests that libSQL does not have yet, open and settled, by the period they were admitted in: read on
 * first use, then kept up to date until libSQL takes up a batch.
 */
export class UnpostedRequests {
  private readonly store: MeterStore;
  private readonly waiting: Waiting;
  private readonly sums = new Map<Lineage, Sum[]>();

  constructor(store: MeterStore, waiting: Waiting) {
    this.store = store;
    this.waiting = waiting;
  }

  in(lineage: Lineage, period: Period): RequestSums {
    const sums = this.sums.get(lineage) ?? [];
    const known = sums.find((sum) => sum.period.from === period.from && sum.period.to === period.to);
    if (known !== undefined) return known;
    const sum = { ...this.read(lineage, period), period };
    this.sums.set(lineage, [...sums, sum]);
    return sum;
  }

  /** Only settled requests have to be read from disk. */
  private read(lineage: Lineage, period: Period): RequestSums {
    const { outbox, open } = this.waiting;
    return outbox.rows === 0 ? open.sums(lineage, period) : this.store.unposted(lineage, period);
  }

  /** A request that was admitted at `at` adds, or takes back, this much beyond what is on disk already. */
  add({ lineage, at }: { lineage: number; at: number }, change: Partial<RequestSums>): void {
    this.addTo(this.sums.get(lineage), at, change);
    this.addTo(this.sums.get(ALL_KEYS), at, change);
  }

  private addTo(sums: readonly Sum[] | undefined, at: number, change: Partial<RequestSums>): void {
    for (const sum of sums ?? []) {
      if (at < sum.period.from || at >= sum.period.to) continue;
      sum.requests += change.requests ?? 0;
      sum.spentMicros += change.spentMicros ?? 0;
      sum.valueMicros += change.valueMicros ?? 0;
    }
  }

  /** To be called when requests on disk became posted ones. */
  clear(): void {
    this.sums.clear();
  }
}
