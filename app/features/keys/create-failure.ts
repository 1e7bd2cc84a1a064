import { ApiError } from "#app/lib/api-error.ts";

type CreateFailure = { at: "name" | "expiry"; message: string } | { at: "balance" } | { at: "elsewhere" };

/** Where a refused creation is told: at the field when the input is at fault, else as the rule it broke. */
export function createFailure(error: unknown): CreateFailure {
  if (!(error instanceof ApiError)) return { at: "elsewhere" };
  if (error.code === "insufficient_balance") return { at: "balance" };
  if (error.status !== 422) return { at: "elsewhere" };
  return { at: error.field === "expires_at" ? "expiry" : "name", message: error.message };
}
