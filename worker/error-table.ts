import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorCode } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS, type GatewayErrorCode } from "#core/domain/gateway/error-responses.ts";

export type ApiErrorCode = ErrorCode | "internal_error";

// Every status of the gateway's table is one of a response with a body.
const GATEWAY_STATUS = Object.fromEntries(
  Object.entries(GATEWAY_ERRORS).map(([code, { status }]) => [code, status]),
) as Record<GatewayErrorCode, ContentfulStatusCode>;

/** The status of every code. `/v1` differs from `/api` in one of them. */
export const STATUS_OF: Record<ApiErrorCode, ContentfulStatusCode> = {
  ...GATEWAY_STATUS,
  // On `/v1` it is 400, as in OpenAI's API.
  invalid_request: 422,
  invalid_name: 422,
  invalid_amount: 422,
  unauthorized: 401,
  second_factor_required: 403,
  presence_required: 403,
  second_factor_removed: 403,
  token_expired: 401,
  token_revoked: 401,
  token_not_allowed: 403,
  insufficient_scope: 403,
  token_limit_reached: 409,
  account_closed: 403,
  own_account: 403,
  not_found: 404,
  method_not_allowed: 405,
  key_revoked: 409,
  key_not_rotatable: 409,
  playground_key: 409,
  plan_not_for_sale: 409,
  payment_method_required: 409,
  payment_method_not_supported: 409,
  charge_confirmation_required: 409,
  key_limit_reached: 409,
  rate_limited: 429,
  invalid_signature: 400,
  // The order may not be stored yet: after a 500 the payment provider sends the event again.
  order_unknown: 500,
  order_mismatch: 409,
  payment_provider_error: 502,
  database_unavailable: 503,
  identity_unavailable: 503,
};

/** An unreadable body is 400, also with the code `invalid_request`. */
export const UNREADABLE_STATUS = 400;
