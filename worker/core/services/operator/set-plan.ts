import { MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import type { Plan } from "#core/domain/plans.ts";
import { isoTimeOrNull } from "#core/domain/time.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { saveSubscription } from "#core/storage/subscriptions.ts";
import { findOpenAccount, invalidField } from "./look-up-account.ts";
import { operatorEntry, requiredReason } from "./operator-entry.ts";

export interface PlanInput {
  account: string;
  plan: Plan;
  /** Epoch ms; null for no end. Ignored for Free. */
  validUntil: number | null;
  /** Null for unlimited. Ignored for Free. */
  requestsPerMonth: number | null;
  /** Monthly plan allowance; null for the plan's usual one. Ignored for Free. */
  microsPerMonth: number | null;
  /** The customer doesn't see it. */
  reason: string;
}

/** Against slips of the finger. */
const MAX_MICROS_PER_MONTH = 1_000_000_000 * MICROS_PER_DOLLAR;

/** Holds for later requests. Recorded in both logs. @throws DomainError `invalid_request` naming the field. */
export async function setPlan(ctx: OperatorContext, input: PlanInput): Promise<void> {
  const { plan, validUntil, requestsPerMonth, microsPerMonth } = input;
  const at = ctx.clock.now();
  check(input, at);
  const reason = requiredReason(input.reason);
  const { id: accountId } = await findOpenAccount(ctx, input.account);
  const terms = plan === "Free" ? null : { type: plan, validUntil, requestsPerMonth, microsPerMonth };
  const limits = { until: validUntil, requests: requestsPerMonth, micros: microsPerMonth };
  const { requestId, operator } = ctx;
  const entry = { accountId, action: "plan.set", subject: plan, requestId, at } as const;
  const route = await saveSubscription(ctx.db, terms, {
    audit: { ...entry, detail: { ...limits, by: operator } },
    log: operatorEntry(ctx, "plan.set", { accountId, reason, detail: planDetail(input) }),
  });
  await ctx.refreshMeter(route);
}

function planDetail({ plan, validUntil, requestsPerMonth, microsPerMonth }: PlanInput) {
  if (plan === "Free") return { plan };
  return {
    plan,
    valid_until: isoTimeOrNull(validUntil),
    requests_per_month: requestsPerMonth,
    value_per_month: microsPerMonth === null ? null : microsPerMonth / MICROS_PER_DOLLAR,
  };
}

function check({ plan, validUntil, requestsPerMonth, microsPerMonth }: PlanInput, now: number): void {
  if (validUntil !== null && validUntil <= now)
    throw invalidField("valid_until", "The end must be in the future.");
  if (requestsPerMonth !== null && !(Number.isSafeInteger(requestsPerMonth) && requestsPerMonth > 0)) {
    throw invalidField("requests_per_month", "The requests a month must be a whole number above 0.");
  }
  if (microsPerMonth !== null && !isValue(microsPerMonth)) {
    throw invalidField("value_per_month", "The value a month must be $0 or more, and below $1,000,000,000.");
  }
  if (plan === "Premium" && (validUntil === null || requestsPerMonth === null)) {
    throw invalidField("valid_until", "A Premium plan has an end and a number of requests a month.");
  }
}

const isValue = (micros: number) =>
  Number.isSafeInteger(micros) && micros >= 0 && micros < MAX_MICROS_PER_MONTH;
