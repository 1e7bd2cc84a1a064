import type { Plan } from "#core/domain/plans.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { saveSubscription } from "#core/storage/subscriptions.ts";
import { findAccount, invalidField } from "./look-up-account.ts";

export interface PlanInput {
  account: string;
  plan: Plan;
  /** Epoch ms; null for no end. Ignored for Free. */
  validUntil: number | null;
  /** Null for unlimited. Ignored for Free. */
  requestsPerMonth: number | null;
  /** Most that the plan pays per month; null for the plan's usual value. Ignored for Free. */
  microsPerMonth: number | null;
}

/** Audited. @throws DomainError `invalid_request` naming the field. */
export async function setPlan(ctx: OperatorContext, input: PlanInput): Promise<void> {
  const { plan, validUntil, requestsPerMonth, microsPerMonth } = input;
  const now = ctx.clock.now();
  if (validUntil !== null && validUntil <= now) throw invalidField("until", "The end must be in the future.");
  if (requestsPerMonth !== null && !(Number.isSafeInteger(requestsPerMonth) && requestsPerMonth > 0)) {
    throw invalidField("requests", "The requests a month must be a whole number above 0.");
  }
  if (plan === "Premium" && (validUntil === null || requestsPerMonth === null)) {
    throw invalidField("until", "A Premium plan has an end and a number of requests a month.");
  }
  const account = await findAccount(ctx, input.account);
  if (account.closedAt !== null) throw invalidField("account", "This account is closed.");
  const terms = plan === "Free" ? null : { type: plan, validUntil, requestsPerMonth, microsPerMonth };
  await saveSubscription(ctx.db, terms, {
    accountId: account.id,
    action: "plan.set",
    subject: plan,
    requestId: ctx.requestId,
    at: now,
    detail: { until: validUntil, requests: requestsPerMonth, micros: microsPerMonth, by: ctx.operator },
  });
}
