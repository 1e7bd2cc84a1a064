import type { SubscriptionResponse } from "#core/contract/account.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { allowanceAt, planMicros } from "#core/domain/plans.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { receiptView } from "#core/services/receipts/receipts.ts";
import { countPlan } from "#core/storage/analytics.ts";
import { type PaidOrder, readPaidOrders } from "#core/storage/receipts.ts";
import { findSubscription } from "#core/storage/subscriptions.ts";

export async function getSubscription({ db, account, clock }: AccountContext): Promise<SubscriptionResponse> {
  const [stored, [payment]] = await Promise.all([
    findSubscription(db, account.id),
    readPaidOrders(db, account.id, { after: null, limit: 1 }),
  ]);
  const allowance = allowanceAt(clock.now(), stored);
  const { plan, limit, period } = allowance;
  const used = await countPlan(db, account.id, allowance);
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

type StoredPlan = Awaited<ReturnType<typeof findSubscription>>;

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

function lastPayment(order: PaidOrder | undefined) {
  if (!order) return { last_payment: null, last_payment_currency: null, last_payment_at: null };
  const { amount, currency, paid_at } = receiptView(order);
  return { last_payment: amount, last_payment_currency: currency, last_payment_at: paid_at };
}
