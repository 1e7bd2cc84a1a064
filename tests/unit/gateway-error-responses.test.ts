import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS, retryHeaders } from "#core/domain/gateway/error-responses.ts";
import { errorCodeOf, statusOfError } from "#worker/gateway/gateway-errors.ts";

/** The statuses after which the `openai` client retries unless a header forbids it. */
const isRetried = (status: number) => [408, 409, 429].includes(status) || status >= 500;

describe("an error of the gateway", () => {
  it.each([
    ["invalid_api_key", 401],
    ["insufficient_balance", 402],
    ["budget_exceeded", 402],
    ["key_disabled", 403],
    ["model_not_found", 404],
    ["rate_limit_exceeded", 429],
    ["quota_exceeded", 429],
    ["invalid_request", 400],
    ["upstream_error", 502],
    ["upstream_timeout", 504],
  ] as const)("%s has the status %i", (code, status) => {
    expect(GATEWAY_ERRORS[code].status).toBe(status);
  });

  it("is retried exactly when that can help", () => {
    for (const [code, { status, retry, message }] of Object.entries(GATEWAY_ERRORS)) {
      expect(retry ? isRetried(status) : true, code).toBe(true);
      expect(message, code).toMatch(/^[A-Z].*\.$/);
    }
    expect(retryHeaders("quota_exceeded", 9)).toEqual({ "x-should-retry": "false" });
    expect(retryHeaders("upstream_error")).toEqual({});
  });

  it("is recorded with the status of its response, also when the database's client has wrapped it", () => {
    const away = new DomainError("database_unavailable", "The database is unavailable.");
    const wrapped = new Error("Failed query", { cause: away });
    expect([errorCodeOf(wrapped), statusOfError(wrapped)]).toEqual(["database_unavailable", 503]);
    expect(statusOfError(new Error("Something else"))).toBe(500);
  });

  it.each([
    [-3, "1"],
    [0, "1"],
    [0.2, "1"],
    [1.1, "2"],
    [60, "60"],
    [86_400, "60"],
  ])("that clears after %d s names %s s, as long as clients wait", (seconds, header) => {
    expect(retryHeaders("rate_limit_exceeded", seconds)).toEqual({ "retry-after": header });
  });
});
