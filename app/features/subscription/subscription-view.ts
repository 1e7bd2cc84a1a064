import { formatDate, formatMoney, formatNumber, formatPercent, formatTime } from "#app/lib/format.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import { DAY_MS } from "#core/domain/time.ts";

export const subscriptionMessages = {
  title: "Subscription Status",
  loadFailed: "Unable to load subscription data",
} as const;

const RENEW_WITHIN_DAYS = 30;

/** Free counts requests per day, a plan per month. */
const isDaily = ({ subscription_type }: SubscriptionResponse) => subscription_type === "Free";

export function requestsText(subscription: SubscriptionResponse): string {
  const { requests_used, requests_limit } = subscription;
  const used = formatNumber(requests_used);
  const period = isDaily(subscription) ? "today" : "this month";
  if (requests_limit !== null) return `${used} of ${formatNumber(requests_limit)} requests ${period}`;
  return `${used} ${requests_used === 1 ? "request" : "requests"} ${period}`;
}

/** Never 100% before the limit is reached, nor 0% after the first request. */
export function percentText({ usage_percentage: percent }: SubscriptionResponse): string {
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
