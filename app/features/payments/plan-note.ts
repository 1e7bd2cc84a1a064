import { formatDate } from "#app/lib/format.ts";
import type { SubscriptionAnswer } from "#core/contract/account.ts";

/** What buying a year means for who has this plan already; undefined is not known (yet). */
export function planNote(subscription: SubscriptionAnswer | undefined): string {
  const { subscription_type: plan = "Free", valid_until: until = null } = subscription ?? {};
  const date = formatDate(until);
  if (plan === "Business") {
    return `You are on the Business plan${until ? ` until ${date}` : ""}. Contact Sales to change it.`;
  }
  if (plan === "Premium") return `Your Premium plan runs until ${date}. Buying again extends it by a year.`;
  if (until) return `Your Premium plan ended on ${date}. Buying again starts a new year.`;
  return "It does not renew by itself. A year bought early is added to the end.";
}
