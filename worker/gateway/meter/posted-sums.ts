import type { Period } from "#core/domain/plans.ts";
import type { RefusalCode } from "../metering.ts";

/** A reason to refuse a request. */
export interface Refusal<Code = RefusalCode> {
  code: Code;
  /** Time until a retry may succeed, in milliseconds. */
  retryMs?: number;
  /** For the client, if the code alone doesn't say it, and the field of the request at fault. */
  message?: string;
  field?: string;
}

/** The request can't be judged before libSQL was read again. */
export const NOT_READ: Refusal = { code: "unavailable" };

/**
 * Sums over the rows in libSQL hold for the period that they were read for, and for no other: the clock can reach a
 * later period or step back into an earlier one. A period that begins after the account's latest row has none.
 * @returns null for a period whose sums are not known.
 */
export function postedIn<Sums extends object>(
  period: Period,
  { read, none, latestUsage }: { read: Sums & { from: number }; none: Sums; latestUsage: number | null },
): Sums | null {
  if (read.from === period.from) return read;
  return latestUsage !== null && latestUsage < period.from ? none : null;
}
