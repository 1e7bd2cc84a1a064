import type { SubscriptionAnswer } from "#core/contract/account.ts";
import type { AccountContext } from "#core/services/context.ts";

export async function getSubscription(_ctx: AccountContext): Promise<SubscriptionAnswer> {
  throw new Error("Not built yet.");
}
