import type { Budget, BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { allowanceAt } from "#core/domain/plans.ts";
import type { MeteredKey } from "./meter.ts";

type StoredPlan = NonNullable<Parameters<typeof allowanceAt>[1]>;

export interface ModelKey extends MeteredKey {
  /** Place of the first key of its rotations. */
  lineage: number;
  revoked: boolean;
  /** By a rotation, so that it cannot be rotated again. */
  replaced: boolean;
  expiresAt: number;
  budgets: Budget[];
}

export interface ModelRequest {
  id: string;
  lineage: number;
  /** Epoch ms. */
  at: number;
  hold: number;
  covered: boolean;
  /** The last report. */
  reported: number;
  /** Null until it is settled. */
  price: number | null;
  /** How far the clock had moved forward, all in all, when it was admitted. */
  age: number;
}

/** Whether two instants lie in one period, by the calendar alone. */
function together(period: BudgetPeriod, left: number, right: number): boolean {
  const name = (at: number) => {
    const date = new Date(at);
    if (period === "week") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, period === "month" ? 7 : 10);
  };
  return name(left) === name(right);
}

const amountOf = ({ price, hold }: ModelRequest) => price ?? hold;
const sumOf = (requests: readonly ModelRequest[]) => requests.reduce((sum, each) => sum + amountOf(each), 0);

/** All requests ever made, and the terms as they are: the plainest record of what may be spent. */
export class MeterModel {
  readonly requests: ModelRequest[] = [];
  readonly keys: ModelKey[] = [];
  limits: Budget[] = [];
  plan: StoredPlan | null = null;
  suspended = false;
  stopped = false;
  funds: number;

  constructor(funds: number) {
    this.funds = funds;
  }

  get balance(): number {
    return this.funds - sumOf(this.requests.filter(({ covered }) => !covered));
  }

  /** The reason to refuse a request, or who pays for it. */
  judge(key: ModelKey, hold: number, now: number): string {
    if (key.revoked) return "invalid_api_key";
    if (key.expiresAt <= now) return "key_expired";
    if (this.suspended) return "account_suspended";
    if (this.stopped) return "account_stopped";
    const { plan, limit, valueMicros, drawsOnBalance, period } = allowanceAt(now, this.plan);
    const inPeriod = this.requests.filter(({ at }) => period.from <= at && at < period.to);
    const value = sumOf(inPeriod.filter(({ covered }) => covered));
    const full =
      (limit !== null && inPeriod.length >= limit) ||
      (plan !== "Free" && valueMicros !== null && hold > 0 && value + hold > valueMicros);
    if (!full && plan !== "Free") return "covered";
    if (full && !(plan !== "Free" && drawsOnBalance)) return "quota_exceeded";
    const own = this.requests.filter(({ lineage }) => lineage === key.lineage);
    if (hold > 0 && !key.budgets.every((budget) => fits(budget, own, hold, now))) return "budget_exceeded";
    if (hold > 0 && !this.limits.every((each) => fits(each, this.requests, hold, now)))
      return "spending_limit_exceeded";
    return this.balance < hold ? "insufficient_balance" : "paid";
  }

  settle(request: ModelRequest, price: number): void {
    request.price ??= Math.min(price, request.hold);
  }
}

function fits({ period, micros }: Budget, requests: readonly ModelRequest[], hold: number, now: number) {
  const those = requests.filter(({ at, covered }) => !covered && together(period, at, now));
  return sumOf(those) + hold <= micros;
}
