import type { CountedCode } from "#core/domain/gateway/refusal-codes.ts";
import { RESTRICTION_REFUSALS } from "#core/domain/gateway/restrictions/words.ts";

export const refusalMessages = {
  title: "Errors and refusals",
  refused: "Refused",
  failed: "Failed",
  notCharged: "not charged",
  noneRefused: "No requests refused",
  noneFailed: "No requests failed",
  loadFailed: "Could not load refused requests",
  notForPart: (part: "endpoint" | "model") => `Not available for a single ${part}`,
  viewRequests: "View requests",
} as const;

export interface RefusalText {
  /** In the log. */
  sentence: string;
  /** While it lasts, after a colon; `some`: not all requests of the key are refused. */
  now?: { all: string; some: string };
  /** The way out, beside `now`. */
  help?: string;
}

/** Why requests are refused. */
export const REASONS = {
  insufficient_balance: {
    sentence: "Your balance didn’t cover the most a request could cost.",
    now: { all: "your balance is too low", some: "they could cost more than your balance" },
    help: "Add funds, or lower the requests’ token limits.",
  },
  budget_exceeded: {
    sentence: "The key reached its budget.",
    now: { all: "it reached its budget", some: "they could cost more than its budget has left" },
  },
  spending_limit_exceeded: {
    sentence: "Your account reached its spending limit.",
    now: {
      all: "your account reached its spending limit",
      some: "they could cost more than your account’s spending limit has left",
    },
    help: "Raise the limit, or wait until it resets.",
  },
  quota_exceeded: {
    sentence: "Your plan’s monthly limit was used up.",
    now: { all: "your plan is used up", some: "they could cost more than your plan has left" },
    help: "Let requests beyond the plan draw on your balance, or wait until its month ends.",
  },
  account_suspended: {
    sentence: "Your account was suspended.",
    now: { all: "your account is suspended", some: "your account is suspended" },
    help: "Please contact support.",
  },
  account_stopped: {
    sentence: "You had stopped all keys.",
    now: { all: "you stopped all keys", some: "you stopped all keys" },
    help: "Start the keys again to accept requests.",
  },
  key_disabled: {
    sentence: "The key was disabled.",
    now: { all: "it is disabled", some: "it is disabled" },
  },
  key_expired: {
    sentence: "The key had expired.",
    now: { all: "it has expired", some: "it has expired" },
  },
  invalid_api_key: {
    sentence: "The key was revoked.",
    now: { all: "it was revoked", some: "it was revoked" },
  },
  model_not_found: {
    sentence: "The requested model doesn’t exist.",
    now: {
      all: "it asks for a model that doesn’t exist",
      some: "they ask for a model that doesn’t exist",
    },
    help: "Compare the model’s name in your requests with the list of models.",
  },
  rate_limit_exceeded: { sentence: "More requests in a minute than the key may send." },
  concurrency_limit_exceeded: { sentence: "More than 500 requests at the same time." },
  ...RESTRICTION_REFUSALS,
  grant_not_valid: { sentence: "The session in the Playground had ended." },
  unavailable: { sentence: "The service was briefly unavailable." },
  service_unavailable: { sentence: "The service was briefly unavailable." },
  invalid_request: { sentence: "The request wasn’t valid." },
  unsupported_parameter: { sentence: "The request used a parameter that isn’t supported." },
  unsupported_media_type: { sentence: "The content type isn’t supported." },
  payload_too_large: { sentence: "The request was too large." },
  unknown_endpoint: { sentence: "The requested endpoint doesn’t exist." },
  other: { sentence: "Refused before reaching a model." },
} as const satisfies Record<CountedCode, RefusalText>;

export const PERIODS = { day: "daily", week: "weekly", month: "monthly" } as const;
