import { allowanceAt } from "#core/domain/plans.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import { NOT_READ, postedIn, type Refusal } from "./posted-sums.ts";
import { ALL_KEYS, type UnpostedRequests } from "./unposted-requests.ts";

const NOTHING = { requests: 0, micros: 0 };

/** Decides whether the account's plan, with its requests and its value per period, pays for a request. */
export class PlanCover {
  private readonly unposted: UnpostedRequests;
  private readonly terms: MeterTerms;

  constructor(unposted: UnpostedRequests, terms: MeterTerms) {
    this.unposted = unposted;
    this.terms = terms;
  }

  /** `covered`: the plan pays; otherwise the balance does. */
  judge(hold: number, now: number): { covered: boolean } | Refusal {
    const { plan, limit, valueMicros, drawsOnBalance, period } = allowanceAt(now, this.terms.plan);
    const paid = plan !== "Free";
    const value = paid && hold > 0 ? valueMicros : null;
    if (limit !== null || value !== null) {
      const { counted, latestUsage } = this.terms;
      const posted = postedIn(period, { read: counted, none: NOTHING, latestUsage });
      if (posted === null) return NOT_READ;
      const unposted = this.unposted.in(ALL_KEYS, period);
      const full =
        (limit !== null && posted.requests + unposted.requests >= limit) ||
        (value !== null && posted.micros + unposted.valueMicros + hold > value);
      if (full && paid && drawsOnBalance) return { covered: false };
      if (full) return { code: "quota_exceeded", retryMs: period.to - now };
    }
    return { covered: paid };
  }
}
