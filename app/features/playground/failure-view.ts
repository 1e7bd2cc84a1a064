import { PERIODS } from "#app/features/refusals/messages.ts";
import { formatCost, formatDate, formatExactDollars } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { Failure, ModelResponse } from "./conversation.ts";

type Action = "enable" | "budget" | "lower_limit" | "add_funds" | "spending_limit" | "start" | "requests";

export interface FailureView {
  tone: "warning" | "danger";
  icon: "key" | "wallet" | "budget" | "connection" | "failed";
  title: string;
  text: string;
  actions: readonly Action[];
  /** Whether the same message may succeed without another change. */
  again: boolean;
}

/** What is known besides the failure. */
interface Facts {
  key: ApiKey | undefined;
  /** Dollars. */
  balance: number | undefined;
}

type Refused = Pick<ModelResponse, "phase" | "hold"> & { failure: Failure };

/** A failed response in words: what happened, what it cost, and what to do. */
export function failureView({ phase, hold, failure }: Refused, facts: Facts): FailureView {
  if (phase === "cut") return CUT;
  if (phase === "lost") return { ...LOST, text: failure.message };
  return (REFUSALS[failure.code] ?? otherRefusal)({ failure, hold, ...facts });
}

const CUT: FailureView = {
  tone: "danger",
  icon: "failed",
  title: "The response ended early",
  text: "The model’s provider stopped midway. You pay for the usage until then. What arrived stays here.",
  actions: [],
  again: true,
};

const LOST = {
  tone: "danger",
  icon: "connection",
  title: "The connection was lost",
  actions: ["requests"],
  again: true,
} as const;

type Refusal = Facts & { failure: Failure; hold: number | null };

const couldCost = (hold: number | null) =>
  hold === null ? "" : `this request could cost up to ${formatCost(hold)}`;

const REFUSALS: Partial<Record<string, (refusal: Refusal) => FailureView>> = {
  key_disabled: ({ key }) => ({
    tone: "danger",
    icon: "key",
    title: "The Playground key is disabled",
    text: `It was disabled${key?.disabled_at ? ` on ${formatDate(key.disabled_at)}` : ""}, so nothing was sent or charged. Enable it to go on.`,
    actions: ["enable"],
    again: true,
  }),
  budget_exceeded: budgetRefusal,
  insufficient_balance: ({ balance, hold }) => fundsView(balance, hold),
  spending_limit_exceeded: () => ({
    tone: "warning",
    icon: "budget",
    title: "Your account reached its spending limit",
    text: "The limit doesn’t cover the most that this request can cost. Raise it, or lower the max output tokens.",
    actions: ["spending_limit", "lower_limit"],
    again: false,
  }),
  account_stopped: () => ({
    tone: "warning",
    icon: "key",
    title: "All your keys are stopped",
    text: "Nothing was sent or charged. Start the keys again to go on.",
    actions: ["start"],
    again: true,
  }),
};

/** Also shown before anything is sent. */
export const fundsView = (balance: number | undefined, hold: number | null): FailureView => ({
  tone: "warning",
  icon: "wallet",
  title: "Add funds to send requests",
  text: [
    balance !== undefined && `Your balance is ${formatExactDollars(balance)}.`,
    hold !== null && `This request could cost up to ${formatCost(hold)}.`,
  ]
    .filter(Boolean)
    .join(" "),
  actions: ["add_funds"],
  again: false,
});

function budgetRefusal({ key, hold }: Refusal): FailureView {
  const short = key && shortBudget(key.budgets, hold ?? 0);
  const used = short && `${formatExactDollars(short.spent)} of ${formatExactDollars(short.amount)} is used`;
  const parts = [used, couldCost(hold)].filter(Boolean).join("; ");
  const sentence = parts && `${parts[0]?.toUpperCase()}${parts.slice(1)}.`;
  const resets = short && `The budget resets on ${formatDate(short.resets_at, "UTC").split(",")[0]} (UTC).`;
  return {
    tone: "warning",
    icon: "budget",
    title: `The Playground key reached its ${short ? `${PERIODS[short.period]} ` : ""}budget`,
    text: [sentence, resets, "Your other keys still work."].filter(Boolean).join(" "),
    actions: ["budget", "lower_limit"],
    again: false,
  };
}

/** The budget that doesn't cover it. Requests in progress may be what is missing: then it is the fullest. */
function shortBudget(budgets: ApiKey["budgets"], hold: number): ApiKey["budgets"][number] | undefined {
  const left = ({ amount, spent }: ApiKey["budgets"][number]) => amount - spent;
  return budgets.find((budget) => left(budget) < hold) ?? budgets.toSorted((a, b) => left(a) - left(b))[0];
}

const SERVER_FAILED = 500;

function otherRefusal({ failure: { status, code, message } }: Refusal): FailureView {
  if (status === null) return { ...LOST, text: message, actions: [] };
  return {
    tone: "danger",
    icon: "failed",
    title: status >= SERVER_FAILED ? "The request failed" : "The request was refused",
    text: message,
    actions: [],
    again: code !== "invalid_request" && code !== "unsupported_parameter",
  };
}
