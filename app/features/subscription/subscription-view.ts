import { formatDate, formatMoney, formatNumber, formatPercent, formatTime } from "#app/lib/format.ts";
import type { SubscriptionAnswer } from "#core/contract/account.ts";
import { DAY_MS } from "#core/domain/ranges.ts";

/** From so many days before its end a plan offers its renewal. */
const RENEW_WITHIN_DAYS = 30;

/** Free counts the day, a plan its month. */
const isDaily = ({ subscription_type }: SubscriptionAnswer) => subscription_type === "Free";

/** When the plan ended; null for one that runs or never was. */
const endedAt = ({ subscription_type, valid_until }: SubscriptionAnswer): string | null =>
  subscription_type === "Free" ? valid_until : null;

export function requestsText(answer: SubscriptionAnswer): string {
  const { requests_used, requests_limit } = answer;
  const used = formatNumber(requests_used);
  const period = isDaily(answer) ? "today" : "this month";
  if (requests_limit !== null) return `${used} of ${formatNumber(requests_limit)} requests ${period}`;
  return `${used} ${requests_used === 1 ? "request" : "requests"} ${period}`;
}

/** Whole percent, but never 100 before the limit is reached, nor 0 with the first request made. */
export function percentText({ usage_percentage: percent }: SubscriptionAnswer): string {
  if (percent > 0 && percent < 1) return "<1%";
  return formatPercent(percent < 100 ? Math.floor(percent) : percent, 0);
}

export const resetText = (answer: SubscriptionAnswer) =>
  isDaily(answer) ? `Daily at ${formatTime(answer.resets_at)}` : formatDate(answer.resets_at);

export function validUntilText(answer: SubscriptionAnswer): string {
  if (answer.valid_until === null) return "No end date";
  const date = formatDate(answer.valid_until);
  return endedAt(answer) === null ? date : `Ended ${date}`;
}

export const paymentText = ({ last_payment, last_payment_currency: currency }: SubscriptionAnswer) =>
  formatMoney(last_payment, currency ?? "USD");

interface Offer {
  /** Why it is made; null where it explains itself. */
  note: string | null;
  label: string;
}

/** What buying a year of Premium would do for this account now; null where it does not come to mind. */
export function premiumOffer(answer: SubscriptionAnswer, now = Date.now()): Offer | null {
  const ended = endedAt(answer);
  if (ended !== null) return { note: `Your plan ended on ${formatDate(ended)}.`, label: "Renew for a year" };
  const { subscription_type, valid_until } = answer;
  if (subscription_type === "Free") return { note: null, label: "Get Premium" };
  if (subscription_type !== "Premium" || valid_until === null) return null;
  const soon = Date.parse(valid_until) - now <= RENEW_WITHIN_DAYS * DAY_MS;
  return soon ? { note: null, label: "Renew for a year" } : null;
}
