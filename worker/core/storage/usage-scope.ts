import { cover, type Span } from "#core/domain/analytics-window.ts";
import { HOUR_MS } from "#core/domain/ranges.ts";
import type { Filter, Shape } from "./usage-window-sql.ts";

/** Whose usage, and which of it. */
export interface UsageFilter {
  accountId: number;
  /** api_keys.id, or 0 for all keys of the account. */
  keyId: number;
  /** A path as it is stored; null for all endpoints. */
  endpoint: string | null;
}

const filterOf = ({ endpoint }: UsageFilter): Filter =>
  endpoint === null ? "all endpoints" : "one endpoint";

/** The server refuses an argument that a statement does not name, so `endpoint` is there only for one endpoint. */
export const ownerArguments = ({ accountId, keyId, endpoint }: UsageFilter) => ({
  account: accountId,
  key: keyId,
  ...(endpoint !== null && { endpoint }),
});

/** `:hours`, and `:days` if there are any, of the buckets that cover a window's whole hours. */
export function bucketArguments({ firstHour, endHour }: Pick<Span, "firstHour" | "endHour">) {
  const { hours, days } = cover(firstHour, endHour);
  return { hours: JSON.stringify(hours), ...(days.length > 0 && { days: JSON.stringify(days) }) };
}

/** Of a statement that is given these buckets. */
export const shapeOf = (filter: UsageFilter, buckets: ReturnType<typeof bucketArguments>): Shape => ({
  filter: filterOf(filter),
  days: buckets.days !== undefined,
});

/** The window's ends, and those of its whole hours, in epoch ms. */
export const edgeArguments = ({ from, to, firstHour, endHour }: Span) => ({
  from,
  to,
  first: firstHour * HOUR_MS,
  end: endHour * HOUR_MS,
});

/** A statement about the requests of a span, with what it asks to be told. */
export function spanStatement(sql: (shape: Shape) => string, filter: UsageFilter, span: Span) {
  const buckets = bucketArguments(span);
  const args = { ...ownerArguments(filter), ...buckets, ...edgeArguments(span) };
  return { sql: sql(shapeOf(filter, buckets)), args };
}
