import {
  formatCount,
  formatDate,
  formatDollars,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
} from "#app/lib/format.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import { DAY_MS } from "#core/domain/time.ts";

const RENEW_WITHIN_DAYS = 30;

/** Free counts requests per day, a plan per month. */
const isDaily = ({ subscription_type }: SubscriptionResponse) => subscription_type === "Free";

export function requestsText(subscription: SubscriptionResponse): string {
  const { requests_used, requests_limit } = subscription;
  const period = isDaily(subscription) ? "today" : "this month";
  if (requests_limit !== null)
    return `${formatNumber(requests_used)} of ${formatNumber(requests_limit)} requests ${period}`;
  return `${formatCount(requests_used, "request")} ${period}`;
}

/** What the plan has paid this month; null without a plan. */
export function valueText({ draws_on_balance, value_per_month, value_used }: SubscriptionResponse) {
  if (draws_on_balance === null) return null;
  const used = formatDollars(value_used);
  return `${value_per_month === null ? used : `${used} of ${formatDollars(value_per_month)}`} this month`;
}

/** Null without a limit. The first cent uses up a limit of 0. */
export function valuePercent({ value_per_month, value_used }: SubscriptionResponse): number | null {
  if (value_per_month === null) return null;
  return value_per_month === 0
    ? Math.min(Math.ceil(value_used), 1) * 100
    : (100 * value_used) / value_per_month;
}

/** Null for a plan that can't be used up, and without one. */
export function beyondPlanText(subscription: SubscriptionResponse): string | null {
  const { draws_on_balance, requests_limit, value_per_month, resets_at } = subscription;
  if (draws_on_balance === null || (requests_limit === null && value_per_month === null)) return null;
  return draws_on_balance
    ? "Further requests are charged to your balance."
    : `Further requests are refused until ${formatDate(resets_at)}.`;
}

/** Never 100% before the limit is reached, nor 0% once something is used. */
export function percentText(percent: number): string {
  if (percent > 0 && percent < 1) return "<1%";
  return formatPercent(percent < 100 ? Math.floor(percent) : percent, 0);
}

export const resetText = (subscription: SubscriptionResponse) =>
  isDaily(subscription)
    ? `Daily at ${formatTime(subscription.resets_at)}`
    : formatDate(subscription.resets_at);

export function validUntilText({
  subscription_type: plan,
  valid_until: until,
}: SubscriptionResponse): string {
  if (until === null) return "No end date";
  return plan === "Free" ? `Ended ${formatDate(until)}` : formatDate(until);
}

export const paymentText = ({ last_payment, last_payment_currency: currency }: SubscriptionResponse) =>
  formatMoney(last_payment, currency ?? "USD");

export function premiumOffer(subscription: SubscriptionResponse, now = Date.now()) {
  const { subscription_type: plan, valid_until: until } = subscription;
  const renewal = "Renew for a year";
  if (plan === "Free" && until) return { note: `Your plan ended on ${formatDate(until)}.`, label: renewal };
  if (plan === "Free") return { note: null, label: "Get Premium" };
  const soon = until !== null && Date.parse(until) - now <= RENEW_WITHIN_DAYS * DAY_MS;
  return plan === "Premium" && soon ? { note: null, label: renewal } : null;
}
