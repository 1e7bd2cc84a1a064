import { cover, type Span } from "#core/domain/analytics-window.ts";
import { HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import { KINDS } from "./hour-totals.ts";
import { IS_ERROR, WATERMARK } from "./rollup.ts";
import { HOURS_OF_DAY, isBuilt } from "./rollup-days.ts";

/*
 * Reads of a window of time. `first` and `end` are the full hours next to its ends:
 *
 *     from  first           midnight                    midnight    until  end
 *      |─────|─────────────────|───────────┬───────────────|──────────|─────|
 *      leading   hours           built day   hours of an      hours   trailing
 *      raw rows                              open day                 raw rows
 *
 * plus the raw rows that are not rolled up yet. An edge may lie on the other side of its hour; its raw rows are then in
 * the buckets and count negatively. Buckets are looked up by number, so that an account's other keys cost nothing.
 * `:key` 0 means all keys.
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
  /** All keys of the account. */
  allKeys: boolean;
  days: boolean;
}

const CHOSEN: Record<Figures, (table: "r" | "u") => string> = {
  all: () => "",
  "one endpoint": (table) => ` AND ${table}.endpoint_id = (SELECT id FROM endpoints WHERE path = :endpoint)`,
  "one model": (table) => ` AND ${table}.model_id = (SELECT id FROM models WHERE name = :model)`,
};
const chosen = (table: "r" | "u", figures: Figures) => CHOSEN[figures](table);

/** The hours of the open ones among `:days`. */
export const OPEN_HOURS = `SELECT o.day * ${HOURS_PER_DAY} + n.value AS hour
  FROM json_each(:days) AS d CROSS JOIN open_days AS o ON o.day = d.value AND o.account_id = :account
    CROSS JOIN ${HOURS_OF_DAY} AS n`;
/** Those of `:days` whose own rows count. */
export const BUILT_DAYS = `SELECT d.value AS day FROM json_each(:days) AS d WHERE ${isBuilt("d.value", ":account")}`;
const HOURS = "SELECT value AS hour FROM json_each(:hours)";
/** `hours`, as far as the account has any usage in them, each with whether `hourly_totals` counts. */
export const known = (hours: string, columns = "h.hour") => `SELECT ${columns}, s.totalled > 0 AS totalled
  FROM (${hours}) AS h CROSS JOIN hourly_series AS s ON s.hour = h.hour AND s.account_id = :account`;
/** The window's buckets that count, for the beginning of a statement: `hour`, and `built` if it has days. */
export const buckets = ({ days }: Pick<Shape, "days">) =>
  days
    ? `WITH hour AS MATERIALIZED (${known(`${HOURS} UNION ALL ${OPEN_HOURS}`)}), built AS MATERIALIZED (${BUILT_DAYS})`
    : `WITH hour AS MATERIALIZED (${known(HOURS)})`;

/** A range, so that the index is still searched; key 0 stands for all keys and is left out. */
export const EACH_KEY = "r.key_id BETWEEN max(:key, 1) AND iif(:key = 0, 9223372036854775807, :key)";

/** An hour's rows by key, endpoint, model and kind of units. */
export const hourlyUsage = (figures: Figures) =>
  `hourly_usage AS r ON r.hour = b.hour AND r.account_id = :account AND ${EACH_KEY}${chosen("r", figures)}`;
const SERIES = "hourly_series AS r ON r.hour = b.hour AND r.account_id = :account AND :key = 0";

const CHOSEN_TOTAL: Record<Figures, string> = {
  all: "",
  "one endpoint": "AND r.id = (SELECT id FROM endpoints WHERE path = :endpoint)",
  "one model": "AND r.id = (SELECT id FROM models WHERE name = :model)",
};
/** An hour's totals by `column`, if it has any, for all keys together. */
export const hourlyTotals = (column: keyof typeof KINDS, figures: Figures) =>
  `hourly_totals AS r ON b.totalled AND r.hour = b.hour AND r.account_id = :account AND r.kind = ${KINDS[column]}
    ${CHOSEN_TOTAL[figures]} AND :key = 0`;

const COLUMN_OF = { "one endpoint": "endpoint_id", "one model": "model_id" } as const;

/** All rows of an hour that add up to the figures; hours have `totalled` where there are two kinds of rows. */
export function hourly({ figures, allKeys }: Pick<Shape, "figures" | "allKeys">): string[] {
  if (figures === "all") return [allKeys ? SERIES : hourlyUsage(figures)];
  if (!allKeys) return [hourlyUsage(figures)];
  return [`${hourlyUsage(figures)} AND NOT b.totalled`, hourlyTotals(COLUMN_OF[figures], figures)];
}

export type Kind = "series" | "endpoints" | "models" | "units";
const SUMS_OF = { all: "series", "one endpoint": "endpoints", "one model": "models" } as const;
export const kindOf = (figures: Figures): Kind => SUMS_OF[figures];

/** A day's rows of a kind, those of all keys together unless `keys` says otherwise. */
export const daily = (kind: Kind, figures: Figures, keys = "r.key_id = :key") =>
  `daily_${kind} AS r ON r.account_id = :account AND r.day = b.day AND ${keys}${chosen("r", figures)}`;

/** `columns` of an hour's rows `r` in all of `buckets`' hours. */
export const inHours = (columns: string, rows: string) =>
  `SELECT ${columns} FROM hour AS b CROSS JOIN ${rows}`;
/** As `inHours`, of one column and others: `columns` gets the name of the column. */
export function inHoursBy(
  column: keyof typeof KINDS,
  columns: (name: string) => string,
  { figures, allKeys }: Shape,
): string {
  const rows = hourlyUsage(figures);
  const hasTotals = allKeys && (figures === "all" || COLUMN_OF[figures] === column);
  if (!hasTotals) return inHours(columns(`r.${column}`), rows);
  return `${inHours(columns(`r.${column}`), `${rows} AND NOT b.totalled`)}
    UNION ALL ${inHours(columns("r.id"), hourlyTotals(column, figures))}`;
}
/** `columns` of a day's rows `r` on all of `buckets`' days, after other rows. */
export const andInDays = (columns: string, rows: string, { days }: Pick<Shape, "days">) =>
  days ? `UNION ALL SELECT ${columns} FROM built AS b CROSS JOIN ${rows}` : "";

/** `columns` of all of `buckets`. */
export const inBuckets = (columns: string, shape: Shape) =>
  `${hourly(shape)
    .map((rows) => inHours(columns, rows))
    .join(" UNION ALL ")}
   ${andInDays(columns, daily(kindOf(shape.figures), shape.figures), shape)}`;

/** A raw row's part of each sum. */
const RAW_VALUES = {
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

const ofOwner = (figures: Figures) =>
  `u.account_id = :account AND (:key = 0 OR u.key_id = :key)${chosen("u", figures)}`;

/** One JSON text instead of rows, which cost more in transport than in the query. */
export const jsonRows = (columns: readonly string[], from: string) =>
  `SELECT json_group_array(json_object(${columns.map((name) => `'${name}', ${name}`).join(", ")})) AS json
   FROM (${from})`;

export const rolled = (figures: Figures) =>
  `api_usage AS u WHERE ${ofOwner(figures)} AND u.id <= ${WATERMARK}`;

/** `NOT INDEXED`: with the index on (account_id, timestamp) it would read all of the account's rows. */
export const fresh = (figures: Figures) =>
  `api_usage AS u NOT INDEXED WHERE u.id > ${WATERMARK} AND ${ofOwner(figures)}`;

/** Rolled-up rows between the start of the window and the start of its buckets; they count with `SIGN`. */
const leading = (figures: Figures) => `${rolled(figures)}
  AND timestamp >= min(:from, :first) AND timestamp < max(:from, :first)`;
export const SIGN = "iif(:from < :first, 1, -1)";
const trailing = (figures: Figures) => `${rolled(figures)}
  AND timestamp >= min(:until, :end) AND timestamp < max(:until, :end)`;

/**
 * Raw rows with their `weight`, -1 where buckets contain them too: those at the start and at the end of the window, and
 * those not rolled up yet. `previousWeight` is their weight in the previous window, whose buckets end where these begin;
 * that window's fresh rows are included when `since` is its start.
 */
export const rowsOutsideBuckets = (columns: string, figures: Figures, since: ":from" | ":before" = ":from") =>
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

export function figuresOf({ endpoint, model }: UsageFilter): Figures {
  if (endpoint !== null) return "one endpoint";
  return model === null ? "all" : "one model";
}

export const shapeOf = (filter: UsageFilter, args: { days?: string }): Shape => ({
  figures: figuresOf(filter),
  allKeys: filter.keyId === 0,
  days: args.days !== undefined,
});

export function spanStatement(sql: (shape: Shape) => string, filter: UsageFilter, span: Span) {
  const buckets = bucketArguments(span);
  const args = { ...ownerArguments(filter), ...buckets, ...span };
  return { sql: sql(shapeOf(filter, buckets)), args };
}
