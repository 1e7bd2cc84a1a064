import { byRestriction } from "./restrictions/words.ts";

/** How `/v1` refuses or fails, in the terms of OpenAI's clients. */
interface GatewayError {
  status: number;
  /** OpenAI's name for this kind of error. */
  type: "invalid_request_error" | "permission_error" | "insufficient_quota" | "requests" | "api_error";
  /** Whether the same request may succeed later; clients retry after 409, 429 and 5xx unless they must not. */
  retry: boolean;
  message: string;
}

/** The gateway's table of errors by code; an error's own message, where it has one, takes precedence. */
export const GATEWAY_ERRORS = {
  invalid_api_key: refusal(
    401,
    "invalid_request_error",
    "The API key is not valid: it is unknown or revoked.",
  ),
  key_disabled: refusal(403, "permission_error", "This API key is disabled. Its owner can enable it."),
  ...byRestriction(({ message }) => refusal(403, "permission_error", message)),
  grant_expired: refusal(
    401,
    "invalid_request_error",
    "This grant for the Playground has expired. The Playground requests a new one.",
  ),
  grant_not_valid: refusal(
    401,
    "invalid_request_error",
    "This grant for the Playground is not valid here, or no longer: its session has ended, or its key was revoked. Outside the Playground, use an API key.",
  ),
  insufficient_balance: refusal(
    402,
    "insufficient_quota",
    "The balance does not cover the most that this request can cost. Add funds, or lower its token limit.",
  ),
  budget_exceeded: refusal(
    402,
    "insufficient_quota",
    "The budget of this API key does not cover the most that this request can cost. Raise the budget, or lower the request's token limit.",
  ),
  spending_limit_exceeded: refusal(
    402,
    "insufficient_quota",
    "The spending limit of this account does not cover the most that this request can cost. Raise the limit, or lower the request's token limit.",
  ),
  account_suspended: refusal(403, "permission_error", "This account is suspended. Please contact support."),
  account_stopped: refusal(
    403,
    "permission_error",
    "The owner of this account has stopped all its API keys, and can start them again.",
  ),
  concurrency_limit_exceeded: failure(
    429,
    "requests",
    "Too many requests of this account are in progress: at most 500 at once.",
  ),
  quota_exceeded: refusal(
    429,
    "insufficient_quota",
    "The plan's requests or its monthly value are used up. The account's owner can let further requests draw on the balance.",
  ),
  rate_limit_exceeded: failure(
    429,
    "requests",
    "Too many requests with this API key: at most 100 in 60 seconds.",
  ),
  invalid_request: refusal(400, "invalid_request_error", "The request is not valid."),
  model_not_found: refusal(404, "invalid_request_error", "There is no such model."),
  unknown_endpoint: refusal(
    404,
    "invalid_request_error",
    "There is no such method and path. The documentation lists the endpoints.",
  ),
  unsupported_parameter: refusal(
    400,
    "invalid_request_error",
    "The request uses a parameter that is not supported.",
  ),
  unsupported_media_type: refusal(415, "invalid_request_error", "The content type is not supported."),
  payload_too_large: refusal(413, "invalid_request_error", "The body is too large."),
  upstream_error: failure(502, "api_error", "The model could not be reached, or its response was cut short."),
  upstream_timeout: failure(504, "api_error", "The model did not respond in time."),
  service_unavailable: failure(503, "api_error", "The service is not available right now."),
  internal_error: failure(
    500,
    "api_error",
    "Something went wrong. Please contact support with the request ID.",
  ),
} as const satisfies Record<string, GatewayError>;

export type GatewayErrorCode = keyof typeof GATEWAY_ERRORS;

/** OpenAI's own clients ignore a longer `Retry-After`. */
const RETRY_AFTER_MAX_S = 60;

/** Tell a client whether to retry, and when: whole seconds from 1 to 60. */
export function retryHeaders(code: GatewayErrorCode, retryAfterS?: number): Record<string, string> {
  if (!GATEWAY_ERRORS[code].retry) return { "x-should-retry": "false" };
  if (retryAfterS === undefined) return {};
  return { "retry-after": String(Math.min(RETRY_AFTER_MAX_S, Math.max(1, Math.ceil(retryAfterS)))) };
}

function refusal(status: number, type: GatewayError["type"], message: string) {
  return { status, type, retry: false, message };
}

function failure(status: number, type: GatewayError["type"], message: string) {
  return { status, type, retry: true, message };
}
