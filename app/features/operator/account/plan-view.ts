import { reasonProblem } from "#app/features/operator/action-fields.tsx";
import { problemMessages } from "#app/features/operator/messages.ts";
import { amountProblem } from "#app/lib/amount.ts";
import { formatDate, formatNumber } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import type { Plan } from "#core/domain/plans.ts";

/** As typed. */
export interface PlanDraft {
  plan: Plan;
  /** `2027-11-20`, or empty. */
  validUntil: string;
  requests: string;
  value: string;
  reason: string;
}

/** The last day in UTC of a plan that ends at an instant. */
const lastDay = (end: string) => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

export const planDraftOf = ({
  plan,
  plan_valid_until: end,
  requests_limit: limit,
  plan_value_per_month: worth,
}: OperatorAccountResponse): PlanDraft => ({
  plan,
  validUntil: plan !== "Free" && end !== null ? lastDay(end) : "",
  requests: plan !== "Free" && limit !== null ? String(limit) : "",
  value: plan !== "Free" && worth !== null ? String(worth) : "",
  reason: "",
});

/** `now` in epoch milliseconds. */
export function planProblems({ plan, validUntil, requests, value, reason }: PlanDraft, now: number) {
  const isFree = plan === "Free";
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    valid_until: isFree ? null : endProblem(plan, validUntil, today),
    requests_per_month: isFree ? null : requestsProblem(plan, requests.trim()),
    value_per_month: isFree ? null : amountProblem(value),
    reason: reasonProblem(reason),
  };
}

function endProblem(plan: Plan, validUntil: string, today: string): string | null {
  if (validUntil === "") return plan === "Premium" ? problemMessages.premium : null;
  return validUntil < today ? problemMessages.planEnd : null;
}

function requestsProblem(plan: Plan, requests: string): string | null {
  if (requests === "") return plan === "Premium" ? problemMessages.premium : null;
  const count = /^\d+$/.test(requests) ? Number(requests) : 0;
  return count > 0 && Number.isSafeInteger(count) ? null : problemMessages.requests;
}

/** Of a draft without problems. */
export function planRequestOf({ plan, validUntil, requests, value, reason }: PlanDraft) {
  const isFree = plan === "Free";
  return {
    plan,
    valid_until: isFree || validUntil === "" ? null : validUntil,
    requests_per_month: isFree || requests.trim() === "" ? null : Number(requests),
    value_per_month: isFree || value.trim() === "" ? null : Number(value),
    reason: reason.trim(),
  };
}

export const planUntilText = ({ plan_valid_until: end }: OperatorAccountResponse) =>
  end === null ? "No end date" : formatDate(Date.parse(end) - 1, "UTC");

/** `6,482 of 10,000` */
export const planUseText = ({ requests_used, requests_limit }: OperatorAccountResponse) =>
  requests_limit === null
    ? `${formatNumber(requests_used)} of unlimited`
    : `${formatNumber(requests_used)} of ${formatNumber(requests_limit)}`;
