import { DomainError } from "#core/domain/errors.ts";
import type { Plan } from "#core/domain/plans.ts";
import { saveSubscription } from "#core/storage/operator-plan.ts";
import type { OperatorContext } from "./context.ts";
import { findAccount } from "./find-account.ts";

export interface PlanInput {
  account: string;
  plan: Plan;
  /** Epoch ms; null has no end. Ignored for Free. */
  validUntil: number | null;
  /** Requests a month that cost nothing; null is without limit. Ignored for Free. */
  requestsPerMonth: number | null;
}

/**
 * Puts an account on a plan: how Business, which people sell, begins and ends. Audited.
 * @throws DomainError `invalid_request` naming the field; what `findAccount` throws.
 */
export async function setPlan(ctx: OperatorContext, input: PlanInput): Promise<void> {
  const { plan, validUntil, requestsPerMonth } = input;
  const now = ctx.clock.now();
  if (validUntil !== null && validUntil <= now) throw invalid("until", "The end must lie in the future.");
  if (requestsPerMonth !== null && !(Number.isSafeInteger(requestsPerMonth) && requestsPerMonth > 0)) {
    throw invalid("requests", "The requests a month must be a whole number above 0.");
  }
  if (plan === "Premium" && (validUntil === null || requestsPerMonth === null)) {
    throw invalid("until", "A Premium plan has an end and a number of requests a month.");
  }
  const account = await findAccount(ctx, input.account);
  if (account.closedAt !== null) throw invalid("account", "This account is closed.");
  const terms = plan === "Free" ? null : { type: plan, validUntil, requestsPerMonth };
  await saveSubscription(ctx.db, terms, {
    accountId: account.id,
    action: "plan.set",
    subject: plan,
    requestId: ctx.requestId,
    at: now,
    detail: { until: validUntil, requests: requestsPerMonth, by: ctx.operator },
  });
}

const invalid = (field: string, message: string) => new DomainError("invalid_request", message, { field });
