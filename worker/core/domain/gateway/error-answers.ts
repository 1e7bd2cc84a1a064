/** How `/v1` refuses or fails, as OpenAI's clients understand it. */
interface GatewayError {
  status: number;
  /** What OpenAI's API calls this kind of error. */
  type: "invalid_request_error" | "permission_error" | "insufficient_quota" | "requests" | "api_error";
  /** Whether the same request may succeed later; clients try 409, 429 and 5xx again unless told not to. */
  retry: boolean;
  message: string;
}

/** The one table of the gateway from code to answer; an error's own message, where it has one, goes first. */
export const GATEWAY_ERRORS = {
  invalid_api_key: refusal(401, "invalid_request_error", "The API key is not valid, or was revoked."),
  key_disabled: refusal(403, "permission_error", "This API key is switched off or has expired."),
  origin_not_allowed: refusal(
    403,
    "permission_error",
    "Pages of this origin may not use this API key. Its owner can allow them.",
  ),
  insufficient_balance: refusal(
    402,
    "insufficient_quota",
    "The balance does not cover the most that this request can cost. Add balance, or lower its token limit.",
  ),
  budget_exceeded: refusal(
    402,
    "insufficient_quota",
    "The budget of this API key does not cover the most that this request can cost.",
  ),
  spending_limit_exceeded: refusal(
    402,
    "insufficient_quota",
    "The account's spending limit does not cover the most that this request can cost.",
  ),
  account_suspended: refusal(403, "permission_error", "This account is suspended. Contact support."),
  concurrency_limit_exceeded: failure(
    429,
    "requests",
    "Too many requests of this account are in progress: 500 at once.",
  ),
  quota_exceeded: refusal(429, "insufficient_quota", "The requests of the plan are used up."),
  rate_limit_exceeded: failure(429, "requests", "Too many requests with this API key: 100 in 60 seconds."),
  invalid_request: refusal(400, "invalid_request_error", "The request cannot be read."),
  model_not_found: refusal(404, "invalid_request_error", "There is no such model."),
  unknown_endpoint: refusal(
    404,
    "invalid_request_error",
    "This method and path are not offered. The documentation lists the endpoints.",
  ),
  unsupported_parameter: refusal(
    400,
    "invalid_request_error",
    "The request asks for something that is not supported.",
  ),
  unsupported_media_type: refusal(415, "invalid_request_error", "The content type is not supported."),
  payload_too_large: refusal(413, "invalid_request_error", "The body is too large."),
  upstream_error: failure(502, "api_error", "The AI service could not be reached, or broke off its answer."),
  upstream_timeout: failure(504, "api_error", "The AI service did not answer in time."),
  service_unavailable: failure(503, "api_error", "The service is not available right now."),
  internal_error: failure(500, "api_error", "Something went wrong here."),
} as const satisfies Record<string, GatewayError>;

export type GatewayErrorCode = keyof typeof GATEWAY_ERRORS;

/** OpenAI's own clients ignore a longer `Retry-After`. */
const RETRY_AFTER_MAX_S = 60;

/** The body of an error answer; as `data: …` it also ends a stream that has begun. */
export function gatewayErrorBody(
  code: GatewayErrorCode,
  { message, param = null }: { message?: string; param?: string | null } = {},
) {
  const { type, message: usual } = GATEWAY_ERRORS[code];
  return { error: { message: message ?? usual, type, code, param } };
}

/** Headers that tell a client whether to try again, and when: whole seconds from 1 to 60. */
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
