import { budgetWindow, fitsBudget } from "#core/domain/gateway/budgets.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import type { RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import { lineageOf, type MeterKey } from "./key-ring.ts";
import { NOT_READ, postedIn, type Refusal } from "./posted-sums.ts";
import { ALL_KEYS, type UnpostedRequests } from "./unposted-requests.ts";

type Budget = MeterTerms["budgets"][number];
type Limit = MeterTerms["limits"][number] | Budget;

interface Question {
  /** Whose requests count. */
  lineage: number | typeof ALL_KEYS;
  code: "budget_exceeded" | "spending_limit_exceeded";
  hold: number;
  now: number;
}

const NOTHING = { spentMicros: 0 };

/** The budgets of an account's keys and the limits of all keys together, under the terms they were set by. */
export class SpendingLimits {
  private readonly unposted: UnpostedRequests;
  private readonly terms: MeterTerms;
  private readonly budgets: Map<number, Budget[]>;
  private readonly refused: Map<string, RefusedBudget>;

  /** @param refused gets budgets without room for a request, by key and period. */
  constructor(
    terms: MeterTerms,
    { unposted, refused }: { unposted: UnpostedRequests; refused: Map<string, RefusedBudget> },
  ) {
    this.unposted = unposted;
    this.refused = refused;
    this.terms = terms;
    this.budgets = Map.groupBy(terms.budgets, ({ keyId }) => keyId);
  }

  /** Null when a request of the key with this hold may be admitted. It belongs to the periods of its admission. */
  judge(key: MeterKey, hold: number, now: number): Refusal | null {
    const budgets = this.budgets.get(key.id) ?? [];
    const full = ({ keyId, period, micros }: Budget, from: number) =>
      this.refused.set(`${keyId} ${period}`, { keyId, period, micros, from });
    return (
      this.check(budgets, { lineage: lineageOf(key), code: "budget_exceeded", hold, now }, full) ??
      this.check(this.terms.limits, { lineage: ALL_KEYS, code: "spending_limit_exceeded", hold, now })
    );
  }

  private check<Each extends Limit>(
    limits: readonly Each[],
    { lineage, code, hold, now }: Question,
    whenFull?: (limit: Each, from: number) => void,
  ): Refusal | null {
    const { latestUsage } = this.terms;
    let [known, until] = [true, now];
    for (const limit of limits) {
      const period = budgetWindow(limit.period, now);
      const posted = postedIn(period, { read: limit, none: NOTHING, latestUsage });
      const used = (posted?.spentMicros ?? 0) + this.unposted.in(lineage, period).spentMicros;
      if (!fitsBudget(limit, used, hold)) {
        whenFull?.(limit, period.from);
        until = Math.max(until, period.to);
      } else if (posted === null && hold > 0) known = false;
    }
    if (until > now) return { code, retryMs: until - now };
    return known ? null : NOT_READ;
  }
}
