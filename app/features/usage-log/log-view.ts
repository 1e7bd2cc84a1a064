import { totalCost, totalRequests } from "#app/features/usage/breakdown-view.ts";
import { RANGE_PHRASES } from "#app/features/usage/messages.ts";
import { STATUS_PARAM, type UsageFilter } from "#app/features/usage/usage-filter.ts";
import { formatExactDollars, formatNumber } from "#app/lib/format.ts";
import type { BreakdownAnswer } from "#core/contract/breakdown.ts";
import { RANGE_MS, type Range } from "#core/domain/ranges.ts";

const STATUS = /^(success|error|[1-5]\d\d)$/;

/** The status an address asks for: a code, `success` or `error`; undefined, which is all, for anything else. */
export function parseStatus(search: URLSearchParams): string | undefined {
  const asked = search.get(STATUS_PARAM);
  return asked !== null && STATUS.test(asked) ? asked : undefined;
}

/** Requests, failed ones and dollars of a window. */
export interface LogTotals {
  requests: number;
  errors: number;
  cost: number;
}

/** What the window's requests sum up to: those of one endpoint, or all. */
export function totalsOf({ endpoints }: BreakdownAnswer, { endpoint }: UsageFilter): LogTotals {
  const rows = endpoints.filter((row) => endpoint === undefined || row.endpoint === endpoint);
  return {
    requests: totalRequests(rows),
    errors: rows.reduce((sum, { errors }) => sum + errors, 0),
    cost: totalCost(rows),
  };
}

/** How many requests of a status there are; null where only the log knows. */
export function countOf({ requests, errors }: LogTotals, status: string | undefined): number | null {
  if (status === undefined) return requests;
  if (status === "success") return requests - errors;
  return status === "error" ? errors : null;
}

const counted = (count: number, noun: string) => `${noun}${count === 1 ? "" : "s"}`;

/** What stands beside the count of requests. */
export function totalsCaption(totals: LogTotals, status: string | undefined, range: Range): string {
  const phrase = RANGE_PHRASES[range];
  const count = countOf(totals, status);
  if (count === null) return `Requests with status ${status} in ${phrase}`;
  const noun = counted(count, "request");
  if (status === "success") return `successful ${noun} in ${phrase}`;
  if (status === "error") return `failed ${noun} in ${phrase}`;
  return `${noun} in ${phrase} · ${formatNumber(totals.errors)} ${counted(totals.errors, "error")} · ${formatExactDollars(totals.cost)}`;
}

/** The window by this machine's clock, where the server's is not known; `at` in epoch milliseconds. */
export const windowBefore = (at: number, range: Range) => ({
  from: new Date(at - RANGE_MS[range]).toISOString(),
  to: new Date(at).toISOString(),
});

interface Listed {
  /** Of all requests, where it is known. */
  total: number | null;
  /** Whether the last page is there. */
  complete: boolean;
}

/** What the foot of the list says. */
export function shownText(count: number, { total, complete }: Listed): string {
  const all = complete && count > 1 ? "all " : "";
  const of = !complete && total !== null && total > count ? ` of ${formatNumber(total)}` : "";
  return `Showing ${all}${formatNumber(count)}${of} ${count === 1 ? "request" : "requests"}, newest first`;
}
