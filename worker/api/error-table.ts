import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorCode } from "#core/domain/errors.ts";

/** What nobody expected has a code too. */
export type ApiErrorCode = ErrorCode | "internal_error";

/** The one table from code to status. A request that was understood but is wrong is 422. */
export const STATUS_OF: Record<ApiErrorCode, ContentfulStatusCode> = {
  unauthorized: 401,
  second_factor_required: 403,
  account_closed: 403,
  invalid_request: 422,
  invalid_name: 422,
  invalid_amount: 422,
  insufficient_balance: 402,
  not_found: 404,
  key_revoked: 409,
  key_not_rotatable: 409,
  invalid_api_key: 401,
  plan_not_for_sale: 409,
  key_limit_reached: 409,
  rate_limited: 429,
  payload_too_large: 413,
  invalid_signature: 400,
  // An order that is not there yet: the payment provider delivers again after a 500.
  order_unknown: 500,
  order_mismatch: 409,
  payment_provider_error: 502,
  database_unavailable: 503,
  identity_unavailable: 503,
  key_disabled: 403,
  origin_not_allowed: 403,
  rate_limit_exceeded: 429,
  quota_exceeded: 429,
  budget_exceeded: 402,
  model_not_found: 404,
  unknown_endpoint: 404,
  unsupported_parameter: 400,
  unsupported_media_type: 415,
  upstream_error: 502,
  upstream_timeout: 504,
  service_unavailable: 503,
  internal_error: 500,
};

/** A body that cannot be read at all is 400, also with the code `invalid_request`. */
export const UNREADABLE_STATUS = 400;
