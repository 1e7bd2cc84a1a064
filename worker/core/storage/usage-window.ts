import { cover, type Span } from "#core/domain/analytics-window.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { IS_ERROR, WATERMARK } from "./rollup.ts";

/*
 * Building blocks for reads of a time window: whole buckets from the roll-up, and raw rows where the window is not
 * aligned with them or not rolled up yet. `:key` 0 means all keys. Buckets are looked up by number, so that an
 * account's other keys cost nothing.
 */

export interface UsageFilter {
  accountId: number;
  /** api_keys.id, or 0 for all keys of the account. */
  keyId: number;
  endpoint: string | null;
  /** Null if `endpoint` is given, and the other way round. */
  model: string | null;
}

/** `one endpoint` is the path `:endpoint`, `one model` the name `:model`; one that was never used has no rows. */
export type Figures = "all" | "one endpoint" | "one model";

/** Half of a short read's time goes into parsing its SQL, so statements hold no more than their window needs. */
export interface Shape {
  figures: Figures;
  days: boolean;
  /** The span begins or ends at half past, without raw rows. */
  halves: boolean;
}

interface CoveredShape extends Shape {
  source: "series" | "endpoints" | "models" | "units";
  keys?: string;
}

export const THIS_KEY = "r.key_id = :key";
/** A raw row's part of each sum. */
export const RAW_VALUES = {
  requests: "1",
  errors: IS_ERROR,
  responseTime: "response_time",
  cost: "cost_micros",
  billed: "billed_micros",
  tokensIn: "tokens_in",
  tokensCached: "tokens_cached",
  tokensOut: "tokens_out",
};
export const RAW_SUMS = Object.entries(RAW_VALUES)
  .map(([name, value]) => `${name === "requests" ? "count(*)" : `sum(${value})`} AS ${name}`)
  .join(", ");

const CHOSEN: Record<Figures, (table: "r" | "u") => string> = {
  all: () => "",
  "one endpoint": (table) => ` AND ${table}.endpoint_id = (SELECT id FROM endpoints WHERE path = :endpoint)`,
  "one model": (table) => ` AND ${table}.model_id = (SELECT id FROM models WHERE name = :model)`,
};
export const chosen = (table: "r" | "u", figures: Figures) => CHOSEN[figures](table);

const ofOwner = (figures: Figures) =>
  `u.account_id = :account AND (:key = 0 OR u.key_id = :key)${chosen("u", figures)}`;

/** One JSON text instead of rows, which cost more in transport than in the query. */
export const jsonRows = (columns: readonly string[], from: string) =>
  `SELECT json_group_array(json_object(${columns.map((name) => `'${name}', ${name}`).join(", ")})) AS json
   FROM (${from})`;

const SOURCES = { all: "series", "one endpoint": "endpoints", "one model": "models" } as const;
export const sumsSource = (figures: Figures) => SOURCES[figures];

export function covered(columns: string, { source, figures, days, keys = THIS_KEY }: CoveredShape): string {
  const read = (list: ":hours" | ":days", table: string, bucket: "hour" | "day") =>
    `SELECT ${columns} FROM json_each(${list}) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${keys}${chosen("r", figures)}`;
  const hours = read(":hours", `hourly_${source}`, "hour");
  return days ? `${hours} UNION ALL ${read(":days", `daily_${source}`, "day")}` : hours;
}

export const rolled = (figures: Figures) =>
  `api_usage AS u WHERE ${ofOwner(figures)} AND u.id <= ${WATERMARK}`;

/** `NOT INDEXED`: with the index on (account_id, timestamp) it would read all of the account's rows. */
export const fresh = (figures: Figures) =>
  `api_usage AS u NOT INDEXED WHERE u.id > ${WATERMARK} AND ${ofOwner(figures)}`;

/** Rolled-up rows between the start of the window and the start of its buckets; they count with `SIGN`. */
export const leading = (figures: Figures) => `${rolled(figures)}
  AND timestamp >= min(:from, :first) AND timestamp < max(:from, :first)`;
export const SIGN = "iif(:from < :first, 1, -1)";
const trailing = (figures: Figures) => `${rolled(figures)}
  AND timestamp >= min(:until, :end) AND timestamp < max(:until, :end)`;

/**
 * Raw rows with their `weight`, -1 where buckets contain them too: those at the start and at the end of the window, and
 * those not rolled up yet. `previousWeight` is their weight in the previous window, whose buckets end where these begin;
 * that window's fresh rows are included when `since` is its start.
 */
export const edges = (columns: string, figures: Figures, since: ":from" | ":before" = ":from") =>
  `SELECT ${SIGN} AS weight, -${SIGN} AS previousWeight, ${columns} FROM ${leading(figures)}
   UNION ALL SELECT iif(:end < :until, 1, -1), 0, ${columns} FROM ${trailing(figures)}
   UNION ALL SELECT timestamp >= :from, timestamp < :from, ${columns} FROM ${fresh(figures)}
     AND timestamp >= ${since} AND timestamp < :until`;

/** The server refuses arguments that a statement does not name, so `endpoint` and `model` are only there when they are used. */
export const ownerArguments = ({ accountId, keyId, endpoint, model }: UsageFilter) => ({
  account: accountId,
  key: keyId,
  ...(endpoint !== null && { endpoint }),
  ...(model !== null && { model }),
});

/** The buckets that touch a window: `:hours`, and `:days` if there are any. */
export function bucketArguments({ first, end }: Pick<Span, "first" | "end">) {
  const { hours, days } = cover(Math.floor(first / HOUR_MS), Math.ceil(end / HOUR_MS));
  return { hours: JSON.stringify(hours), ...(days.length > 0 && { days: JSON.stringify(days) }) };
}

/** `:halves`: [hour, which half] each, for the halves by which the touched hours exceed the window. */
export function halfArguments({ first, end }: Pick<Span, "first" | "end">) {
  const outside = [
    ...(first % HOUR_MS === 0 ? [] : [[Math.floor(first / HOUR_MS), "early"]]),
    ...(end % HOUR_MS === 0 ? [] : [[Math.floor(end / HOUR_MS), "late"]]),
  ];
  return outside.length > 0 && { halves: JSON.stringify(outside) };
}

export function figuresOf({ endpoint, model }: UsageFilter): Figures {
  if (endpoint !== null) return "one endpoint";
  return model === null ? "all" : "one model";
}

export const shapeOf = (filter: UsageFilter, args: { days?: string; halves?: string }): Shape => ({
  figures: figuresOf(filter),
  days: args.days !== undefined,
  halves: args.halves !== undefined,
});

export function spanStatement(sql: (shape: Shape) => string, filter: UsageFilter, span: Span) {
  const buckets = bucketArguments(span);
  const args = { ...ownerArguments(filter), ...buckets, ...span };
  return { sql: sql(shapeOf(filter, buckets)), args };
}
