import { problemMessages } from "#app/features/operator/messages.ts";
import { amountProblem } from "#app/lib/amount.ts";
import { formatDate, formatNumber } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import type { Plan } from "#core/domain/plans.ts";

/** As typed. */
export type PlanDraft = {
  plan: Plan;
  /** `2027-11-20`, or empty. */
  valid_until: string;
  requests_per_month: string;
  value_per_month: string;
};

/** The last day in UTC of a plan that ends at an instant. */
const lastDay = (end: string) => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

export const planDraftOf = ({
  plan,
  plan_valid_until: end,
  requests_limit: limit,
  plan_value_per_month: worth,
}: OperatorAccountResponse): PlanDraft => ({
  plan,
  valid_until: plan !== "Free" && end !== null ? lastDay(end) : "",
  requests_per_month: plan !== "Free" && limit !== null ? String(limit) : "",
  value_per_month: plan !== "Free" && worth !== null ? String(worth) : "",
});

/** `now` in epoch milliseconds. Free has no terms. */
export function planProblems(draft: PlanDraft, now: number) {
  const { plan, valid_until, requests_per_month, value_per_month } = draft;
  if (plan === "Free") return {};
  return {
    valid_until: endProblem(plan, valid_until, new Date(now).toISOString().slice(0, 10)),
    requests_per_month: requestsProblem(plan, requests_per_month.trim()),
    value_per_month: amountProblem(value_per_month),
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
export function planRequestOf({ plan, valid_until, requests_per_month, value_per_month }: PlanDraft) {
  const isFree = plan === "Free";
  return {
    plan,
    valid_until: isFree || valid_until === "" ? null : valid_until,
    requests_per_month: isFree || requests_per_month.trim() === "" ? null : Number(requests_per_month),
    value_per_month: isFree || value_per_month.trim() === "" ? null : Number(value_per_month),
  };
}

export const planUntilText = ({ plan_valid_until: end }: OperatorAccountResponse) =>
  end === null ? "No end date" : formatDate(Date.parse(end) - 1, "UTC");

/** `6,482 of 10,000` */
export const planUseText = ({ requests_used, requests_limit }: OperatorAccountResponse) =>
  requests_limit === null
    ? `${formatNumber(requests_used)} of unlimited`
    : `${formatNumber(requests_used)} of ${formatNumber(requests_limit)}`;
