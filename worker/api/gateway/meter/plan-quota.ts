import { allowanceAt } from "#core/domain/plans.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import type { MeterStore } from "./meter-store.ts";

type Quota =
  /** The plan pays for the request. */
  | { covered: true }
  /** The balance pays for it. */
  | { covered: false }
  /** Not before the next period, in milliseconds. */
  | { exceeded: true; resetMs: number };

/** How many requests the account made in its plan's period: those in libSQL, and those that are not there yet. */
export class PlanQuota {
  private readonly store: MeterStore;
  private readonly terms: MeterTerms;
  private unposted: { from: number; requests: number } | null = null;

  /** For as long as these terms hold; what libSQL takes up meanwhile would be counted twice. */
  constructor(store: MeterStore, terms: MeterTerms) {
    this.store = store;
    this.terms = terms;
  }

  at(now: number): Quota {
    const { plan, limit, period } = allowanceAt(now, this.terms.plan);
    const within = limit === null || this.used(period.from) < limit;
    if (plan !== "Free") return { covered: within };
    return within ? { covered: false } : { exceeded: true, resetMs: period.to - now };
  }

  /** A request was admitted right after `at`. */
  add(): void {
    if (this.unposted !== null) this.unposted.requests += 1;
  }

  private used(from: number): number {
    const { counted } = this.terms;
    if (this.unposted?.from !== from) this.unposted = { from, requests: this.store.countUnposted(from) };
    return (counted.from === from ? counted.requests : 0) + this.unposted.requests;
  }
}
