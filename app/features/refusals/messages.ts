export const refusalMessages = {
  title: "Errors and refusals",
  refused: "Refused",
  failed: "Failed",
  notCharged: "not charged",
  noneRefused: "No requests refused",
  noneFailed: "No requests failed",
  loadFailed: "Could not load refused requests",
  notByEndpoint: "Not available for a single endpoint",
  viewRequests: "View requests",
} as const;

/** Why a key is refused, after a colon. `some`: not all of its requests are. */
export const REASONS = {
  insufficient_balance: { all: "your balance is too low", some: "they could cost more than your balance" },
  budget_exceeded: { all: "it reached its budget", some: "they could cost more than its budget has left" },
  spending_limit_exceeded: {
    all: "your account reached its spending limit",
    some: "they could cost more than your account’s spending limit has left",
  },
  quota_exceeded: { all: "your plan is used up", some: "they could cost more than your plan has left" },
  account_suspended: { all: "your account is suspended", some: "your account is suspended" },
  key_disabled: { all: "it is disabled", some: "it is disabled" },
  invalid_api_key: { all: "it has expired", some: "it has expired" },
  model_not_found: {
    all: "it asks for a model that doesn’t exist",
    some: "they ask for a model that doesn’t exist",
  },
} as const;
export const REVOKED_REASON = "it was revoked";

export const PERIODS = { day: "daily", week: "weekly", month: "monthly" } as const;

export const HELP = {
  insufficient_balance: "Add funds, or lower the requests’ token limits.",
  budget_exceeded: null,
  spending_limit_exceeded: "Raise the limit, or wait until it resets.",
  quota_exceeded: "Let requests beyond the plan draw on your balance, or wait until its month ends.",
  account_suspended: "Please contact support.",
  key_disabled: null,
  invalid_api_key: null,
  model_not_found: "Compare the model’s name in your requests with the list of models.",
} as const;
