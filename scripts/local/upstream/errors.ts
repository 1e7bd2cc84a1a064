import { randomUUID } from "node:crypto";
import type { z } from "zod";

interface Details {
  code?: string | null;
  param?: string | null;
  retryAfter?: number | null;
}

/** A failure that the client sees, in the form of its API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;
  readonly retryAfter: number | null;

  constructor(
    status: number,
    message: string,
    { code = null, param = null, retryAfter = null }: Details = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.retryAfter = retryAfter;
  }
}

/** Writes an error's body in the form of an API. */
export type ErrorForm = (error: ApiError) => object;

export const openAiError: ErrorForm = ({ status, message, code, param }) => ({
  error: { message, type: openAiType(status), param, code },
});

const openAiType = (status: number) =>
  status === 429 ? "rate_limit_error" : status >= 500 ? "server_error" : "invalid_request_error";

const ANTHROPIC_TYPES = new Map([
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
]);

export const anthropicError: ErrorForm = ({ status, message }) => ({
  type: "error",
  error: {
    type: ANTHROPIC_TYPES.get(status) ?? (status >= 500 ? "api_error" : "invalid_request_error"),
    message,
  },
  request_id: `req_${randomUUID().replaceAll("-", "")}`,
});

/** The first problem that a schema found, as an error that names the field. */
export function invalidField(issues: readonly z.core.$ZodIssue[], body: unknown): ApiError {
  const [issue] = issues;
  const path = issue?.path ?? [];
  const param = path.reduce<string>(
    (before, step) =>
      typeof step === "number" ? `${before}[${step}]` : `${before}${before && "."}${String(step)}`,
    "",
  );
  const problem = issue?.message ?? "is invalid.";
  if (valueAt(body, path) !== undefined)
    return new ApiError(400, `Invalid '${param}': ${problem}`, { code: "invalid_value", param });
  const hint = problem.startsWith("Invalid input") ? "" : ` ${problem}`;
  return new ApiError(400, `Missing required parameter: '${param}'.${hint}`, {
    code: "missing_required_parameter",
    param,
  });
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, step) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, step) : undefined),
    value,
  );
