import { QUARTER_MS } from "#core/domain/zone.ts";
import { IS_ERROR, RAW_TALLY } from "./usage-marks.ts";
import {
  covered,
  edges,
  fresh,
  leading,
  ofEndpoint,
  RAW_SUMS,
  rolled,
  rows,
  type Shape,
  SIGN,
  sumsOf,
  THIS_KEY,
} from "./usage-window-sql.ts";

/* Reads of one snapshot. Each answers one text value: rows cost more in transport than in the query. */

export const PATHS = "SELECT json_group_object(id, path) AS json FROM endpoints";

const half = (column: string) =>
  `CASE part WHEN 'hour' THEN r.${column} WHEN 'late' THEN r.late_${column} ELSE r.${column} - r.late_${column} END`;
/** `:shares`: [point, part, buckets] each; taken apart once, not for each bucket. Endpoints have no halves. */
function shares({ filter, days }: Shape): string {
  const of = sumsOf(filter);
  const part = (column: string) => (of === "series" ? half(column) : `r.${column}`);
  const shared = (table: string, bucket: string) =>
    `FROM share CROSS JOIN json_each(share.buckets) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${THIS_KEY}${ofEndpoint("r", filter)}`;
  const ofDays = `UNION ALL SELECT point, r.requests, r.errors, r.response_time_sum
       ${shared(`daily_${of}`, "day")} WHERE part = 'day'`;
  return `WITH share AS MATERIALIZED (
    SELECT value->>0 AS point, value->>1 AS part, value->>2 AS buckets FROM json_each(:shares))
  ${rows(
    "point, n, x, t",
    `SELECT point, sum(n) AS n, sum(x) AS x, sum(t) AS t FROM (
     SELECT point, ${part("requests")} AS n, ${part("errors")} AS x, ${part("response_time_sum")} AS t
       ${shared(`hourly_${of}`, "hour")} WHERE part <> 'day'
     ${days ? ofDays : ""})
     GROUP BY point`,
  )}`;
}

/** Of all endpoints only. */
const tally = (shape: Shape) => `SELECT json_quote(coalesce(group_concat(tally, ''), '')) AS json
  FROM (${covered("r.tally", { ...shape, of: "series" })})`;

const endpoints = (shape: Shape) =>
  rows(
    "endpoint_id, n, t, c",
    `SELECT endpoint_id, sum(requests) AS n, sum(response_time_sum) AS t, sum(cost_micros) AS c
   FROM (${covered("r.endpoint_id, r.requests, r.response_time_sum, r.cost_micros", { ...shape, of: "endpoints" })})
   GROUP BY endpoint_id`,
  );

const EDGE = "timestamp, endpoint_id, status_code, response_time, cost_micros";
const ragged = ({ filter }: Shape) =>
  rows(
    "w, p, quarter, endpoint_id, n, x, t, c, tally",
    `SELECT w, p, timestamp / ${QUARTER_MS} AS quarter, endpoint_id, ${RAW_SUMS}, sum(cost_micros) AS c,
     ${filter === "all endpoints" ? RAW_TALLY : "''"} AS tally
   FROM (${edges(EDGE, filter, ":before")}) GROUP BY w, p, quarter, endpoint_id`,
  );

/** Pieces of hours that begin a point where no half of the roll-up does. */
const cuts = ({ filter }: Shape) =>
  rows(
    "point, n, x, t",
    `SELECT piece.value->>0 AS point, ${RAW_SUMS}
   FROM json_each(:cuts) AS piece CROSS JOIN ${rolled(filter)}
     AND timestamp >= piece.value->>1 AND timestamp < piece.value->>2
   GROUP BY point`,
  );

const SUMS = "r.requests, r.errors, r.response_time_sum, r.cost_micros";
const rawRow = (weight: string) => `SELECT ${weight} AS requests, ${weight} * ${IS_ERROR} AS errors,
  ${weight} * response_time AS response_time_sum, ${weight} * cost_micros AS cost_micros`;
/** Sums of the buckets of [:from, :to), corrected where it begins, and `more`. */
const sums = (
  shape: Shape,
  more = "",
) => `SELECT json_array(coalesce(sum(requests), 0), coalesce(sum(errors), 0),
    coalesce(sum(response_time_sum), 0), coalesce(sum(cost_micros), 0)) AS json
  FROM (
    ${covered(SUMS, { ...shape, of: sumsOf(shape.filter) })}
    UNION ALL ${rawRow(SIGN)} FROM ${leading(shape.filter)} ${more})`;

/** Of a window [:from, :to) by itself, whose buckets end at or before it. */
export const windowSums = (shape: Shape) =>
  sums(
    shape,
    `UNION ALL ${rawRow("1")} FROM ${rolled(shape.filter)} AND timestamp >= :end AND timestamp < :to
    UNION ALL ${rawRow("1")} FROM ${fresh(shape.filter)} AND timestamp >= :from AND timestamp < :to`,
  );

/** `previous` are the sums of buckets that end where those of the window begin; `edges` have the rest (weight `p`). */
export const ANALYTICS = {
  shares,
  tally,
  endpoints,
  edges: ragged,
  cuts,
  previous: (shape: Shape) => sums(shape),
};
