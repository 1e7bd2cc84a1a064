import type { SubscriptionChanges, SubscriptionResponse } from "#core/contract/account.ts";
import { notFound } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { setDrawsOnBalance } from "#core/storage/subscriptions.ts";
import { getSubscription } from "./get-subscription.ts";

/** Applies to later requests. Repeating it changes nothing. @throws DomainError `not_found` without a current plan. */
export async function changeSubscription(
  ctx: AccountContext & KeysContext & MeteringContext,
  { draws_on_balance }: SubscriptionChanges,
): Promise<SubscriptionResponse> {
  const { db, account } = ctx;
  const detail = { draws_on_balance };
  const entry = { ...auditStamp(ctx, account.id), action: "plan.changed", detail } as const;
  if (!(await setDrawsOnBalance(db, draws_on_balance, entry))) throw notFound("Plan");
  await refreshMeter(ctx, account.id);
  return getSubscription(ctx);
}
