import { formatCount, formatDollars } from "#app/lib/format.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";

export const subscriptionMessages = {
  title: "Subscription Status",
  loadFailed: "Unable to load subscription data",
  drawsOnBalance: "When the plan is used up, pay from the balance",
  changeFailed: { title: "Error", description: "Failed to change your plan. Please try again." },
} as const;

/** What the plan covers, up to which limits. */
export function coverText(subscription: SubscriptionResponse): string {
  const { subscription_type: plan, requests_limit: requests, value_per_month: value } = subscription;
  const count = requests !== null && formatCount(requests, "request");
  if (plan === "Free") return `Your balance pays for each request${count ? `, up to ${count} a day` : ""}.`;
  const limits = [count, value !== null && `${formatDollars(value)} of usage`].filter(Boolean);
  return limits.length === 0
    ? `${plan} covers all your requests, and a covered request costs you nothing.`
    : `${plan} covers up to ${limits.join(" and ")} a month, and a covered request costs you nothing.`;
}
