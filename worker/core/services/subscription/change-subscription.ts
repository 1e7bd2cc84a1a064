import type { SubscriptionChanges, SubscriptionResponse } from "#core/contract/account.ts";
import { notFound } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { setDrawsOnBalance } from "#core/storage/subscriptions.ts";
import { readPlanUse, subscriptionView } from "./get-subscription.ts";

/** Applies to later requests. Repeating it changes nothing. @throws DomainError `not_found` without a current plan. */
export async function changeSubscription(
  ctx: AccountContext & KeysContext & MeteringContext,
  { draws_on_balance }: SubscriptionChanges,
): Promise<SubscriptionResponse> {
  const { db, account } = ctx;
  const detail = { draws_on_balance };
  const entry = { ...auditStamp(ctx, account.id), action: "plan.changed", detail } as const;
  const change = { drawsOnBalance: draws_on_balance, read: readPlanUse(ctx) };
  const { plan, after, route } = await setDrawsOnBalance(db, entry, change);
  if (plan === null || (plan.validUntil !== null && plan.validUntil <= entry.at)) throw notFound("Plan");
  await refreshMeter(ctx, route);
  return subscriptionView(plan, after);
}
