import { z } from "zod";
import { byRestriction } from "#core/domain/gateway/restrictions/words.ts";
import type { Reasons } from "./describe.ts";

export const INVALID_KEY = "The key is missing, wrong or revoked";

export const modelName = z.string().describe("A model that `GET /v1/models` lists");
export const stream = z.boolean().optional().describe("Whether to stream the response in chunks");
export const usage = z.looseObject({}).optional().describe("The token counts");
const PARAMETERS =
  "Takes the parameters of {api}, except those that [aren't supported](/documentation/api-usage#supported-parameters).";
export const ofOpenAi = PARAMETERS.replace("{api}", "the OpenAI API");
export const ofAnthropic = PARAMETERS.replace("{api}", "the Anthropic API");

export const INVALID: Reasons = {
  invalid_request: "The body isn't JSON, or a field is invalid",
  unsupported_parameter: "The endpoint doesn't support a field of the body or a query parameter",
  payload_too_large: "The body is larger than 8 MB, or than 256 KB with a test key",
  unsupported_media_type: "The body isn't JSON in UTF-8",
  invalid_api_key: INVALID_KEY,
  key_disabled: "The key is disabled or has expired",
  account_suspended: "The account is suspended",
  account_stopped: "The account's owner has stopped all its keys",
  ...byRestriction(({ reason }) => reason),
  rate_limit_exceeded:
    "The key sent 100 requests in 60 seconds, or too many unknown keys came from one address",
  concurrency_limit_exceeded: "The account has 500 requests in progress",
  model_not_found: "The model isn't in the list of models",
  upstream_error: "The model failed",
  upstream_timeout: "The model took too long",
};
/** Of requests that cost something. */
export const UNPAID: Reasons = {
  insufficient_balance: "The balance doesn't cover the highest possible cost of the request",
  budget_exceeded: "A budget of the key doesn't cover the highest possible cost of the request",
  spending_limit_exceeded:
    "The account's spending limit doesn't cover the highest possible cost of the request",
  quota_exceeded: "The plan is used up until it resets, and doesn't pay from the balance",
};
