import type { RestrictionCode } from "./gateway/restrictions/words.ts";

/** The codes of all expected failures; `worker/error-table.ts` maps each to a status. */
export type ErrorCode =
  | "unauthorized"
  | "second_factor_required"
  | "presence_required"
  | "second_factor_removed"
  | "token_expired"
  | "token_revoked"
  | "token_not_allowed"
  | "insufficient_scope"
  | "token_limit_reached"
  | "account_closed"
  | "own_account"
  | "invalid_request"
  | "invalid_name"
  | "invalid_amount"
  | "insufficient_balance"
  | "not_found"
  | "method_not_allowed"
  | "key_revoked"
  | "key_not_rotatable"
  | "playground_key"
  | "invalid_api_key"
  | "plan_not_for_sale"
  | "payment_method_required"
  | "payment_method_not_supported"
  | "charge_confirmation_required"
  | "key_limit_reached"
  | "rate_limited"
  | "payload_too_large"
  | "invalid_signature"
  | "order_unknown"
  | "order_mismatch"
  | "payment_provider_error"
  | "database_unavailable"
  | "identity_unavailable"
  | "key_disabled"
  | RestrictionCode
  | "grant_expired"
  | "grant_not_valid"
  | "rate_limit_exceeded"
  | "quota_exceeded"
  | "budget_exceeded"
  | "spending_limit_exceeded"
  | "concurrency_limit_exceeded"
  | "account_suspended"
  | "account_stopped"
  | "model_not_found"
  | "unknown_endpoint"
  | "unsupported_parameter"
  | "unsupported_media_type"
  | "upstream_error"
  | "upstream_timeout"
  | "service_unavailable";

export interface ErrorDetails {
  /** The request field at fault, as the client spelled it. */
  field?: string;
  /** Seconds after which a retry may work. */
  retryAfter?: number;
}

/** A failure the caller can act on. `message` is a full sentence and safe to show; it never holds a secret. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

export const accountClosed = () => new DomainError("account_closed", "This account is closed.");

/** The same error for resources that do not exist and those of another account. */
export const notFound = (what: string) => new DomainError("not_found", `${what} not found.`);

/** A retry may work once `oldest` (epoch ms), the first action counted, is older than `windowMs`. */
export function rateLimited(
  message: string,
  { oldest, windowMs, now }: { oldest: number; windowMs: number; now: number },
): DomainError {
  const retryAfter = Math.max(1, Math.ceil((oldest + windowMs - now) / 1000));
  return new DomainError("rate_limited", message, { retryAfter });
}
