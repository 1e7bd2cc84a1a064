import { expect, it } from "vitest";
import { GATEWAY_ERRORS, type GatewayErrorCode } from "#core/domain/gateway/error-responses.ts";
import {
  COUNTED_CODES,
  LASTING_CAUSES,
  REFUSAL_CAUSES,
  refusalCause,
} from "#core/domain/gateway/refusal-causes.ts";
import type { CountedCode } from "#core/domain/gateway/refusal-codes.ts";

/** Errors of requests that were admitted, or of the gateway itself. A new code must be counted, or listed here. */
const FAILURES: Record<Exclude<GatewayErrorCode, CountedCode>, true> = {
  // Only its session's own page sends it again, with a new grant.
  grant_expired: true,
  upstream_error: true,
  upstream_timeout: true,
  internal_error: true,
};

it("has a cause for every code that the gateway refuses with, under the same status", () => {
  const refusals = Object.entries(GATEWAY_ERRORS).filter(([code]) => !(code in FAILURES));
  expect(refusals).toHaveLength(22);
  for (const [code, { status }] of refusals) expect(refusalCause(code).status, code).toBe(status);
  expect(Object.keys(REFUSAL_CAUSES).sort()).toEqual([...COUNTED_CODES].sort());
});

it("names each cause differently, but for the two names of being unavailable", () => {
  const names = COUNTED_CODES.map((code) => `${REFUSAL_CAUSES[code].status} ${REFUSAL_CAUSES[code].name}`);
  expect(names.length - new Set(names).size).toBe(1);
  expect(refusalCause("a_code_of_tomorrow").name).toBe("Other reasons");
  expect(refusalCause("toString").name).toBe("Other reasons");
});

it("takes causes that need someone to act as lasting, and no others", () => {
  expect(LASTING_CAUSES.map(({ code }) => code).sort()).toEqual([
    "account_suspended",
    "budget_exceeded",
    "endpoint_not_allowed",
    "insufficient_balance",
    "invalid_api_key",
    "ip_not_allowed",
    "key_disabled",
    "key_expired",
    "model_not_allowed",
    "model_not_found",
    "quota_exceeded",
    "spending_limit_exceeded",
  ]);
});
