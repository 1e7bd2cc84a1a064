import type { SubscriptionResponse } from "#core/contract/account.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { type Allowance, allowanceAt, planMicros } from "#core/domain/plans.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { Account, AccountContext } from "#core/services/context.ts";
import { receiptView } from "#core/services/receipts/receipts.ts";
import { countPlan } from "#core/storage/analytics.ts";
import { type Read, together } from "#core/storage/read.ts";
import { type ListedOrder, readListedOrders } from "#core/storage/receipts.ts";

export const getSubscription = (ctx: AccountContext): Read<SubscriptionResponse> =>
  readPlanUse(ctx).map((use) => subscriptionView(ctx.account.plan, use));

/** What the account's plan has paid for, as its terms were when the request came, and the last payment. */
export function readPlanUse({ db, account, clock }: AccountContext): Read<PlanUse> {
  const allowance = allowanceAt(clock.now(), account.plan);
  return together(db, [
    countPlan(db, account.id, allowance),
    readListedOrders(db, account.id, { after: null, limit: 1, unsettled: false }),
  ]).map(([used, [payment]]) => ({ allowance, used, payment }));
}

interface PlanUse {
  allowance: Allowance;
  used: { requests: number; micros: number };
  payment: ListedOrder | undefined;
}

/** @param stored the plan as it is stored. */
export function subscriptionView(
  stored: StoredPlan,
  { allowance, used, payment }: PlanUse,
): SubscriptionResponse {
  const { plan, limit, period } = allowance;
  const validUntil = stored?.validUntil ?? null;
  return {
    subscription_type: plan,
    usage_percentage: limit === null ? 0 : percentOf(used.requests, limit),
    valid_until: isoTimeOrNull(validUntil),
    ...lastPayment(payment),
    requests_used: used.requests,
    requests_limit: limit,
    ...valueFields(plan === "Free" ? null : stored, used.micros),
    resets_at: isoTime(period.to),
  };
}

type StoredPlan = Account["plan"];

function valueFields(plan: StoredPlan, usedMicros: number) {
  if (plan === null) return { value_per_month: null, value_used: 0, draws_on_balance: null };
  const micros = planMicros(plan);
  return {
    value_per_month: micros === null ? null : dollarsFromMicros(micros),
    value_used: dollarsFromMicros(usedMicros),
    draws_on_balance: plan.drawsOnBalance,
  };
}

/** The first request uses up a limit of 0. */
function percentOf(used: number, limit: number): number {
  return limit === 0 ? Math.min(used, 1) * 100 : (100 * used) / limit;
}

function lastPayment(order: ListedOrder | undefined) {
  if (!order) return { last_payment: null, last_payment_currency: null, last_payment_at: null };
  const { amount, currency, paid_at } = receiptView(order);
  return { last_payment: amount, last_payment_currency: currency, last_payment_at: paid_at };
}
