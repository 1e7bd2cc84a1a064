import { QUARTER_MS } from "#core/domain/zone.ts";
import { IS_ERROR, RAW_TALLY } from "./usage-marks.ts";
import {
  covered,
  edges,
  type Filter,
  fresh,
  ofEndpoint,
  RAW_SUMS,
  rolled,
  rows,
  sumsOf,
  THIS_KEY,
} from "./usage-window-sql.ts";

/* Reads of one snapshot. Each answers one text value: rows cost more in transport than in the query. */

export const PATHS = "SELECT json_group_object(id, path) AS json FROM endpoints";

const half = (column: string) =>
  `CASE part WHEN 'hour' THEN r.${column} WHEN 'late' THEN r.late_${column} ELSE r.${column} - r.late_${column} END`;
/** `:shares`: [point, part, buckets] each; taken apart once, not for each bucket. Endpoints have no halves. */
function shares(filter: Filter): string {
  const of = sumsOf(filter);
  const part = (column: string) => (of === "series" ? half(column) : `r.${column}`);
  const shared = (table: string, bucket: string) =>
    `FROM share CROSS JOIN json_each(share.buckets) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${THIS_KEY}${ofEndpoint("r", filter)}`;
  return `WITH share AS MATERIALIZED (
    SELECT value->>0 AS point, value->>1 AS part, value->>2 AS buckets FROM json_each(:shares))
  ${rows(
    "point, n, x, t",
    `SELECT point, sum(n) AS n, sum(x) AS x, sum(t) AS t FROM (
     SELECT point, ${part("requests")} AS n, ${part("errors")} AS x, ${part("response_time_sum")} AS t
       ${shared(`hourly_${of}`, "hour")} WHERE part <> 'day'
     UNION ALL SELECT point, r.requests, r.errors, r.response_time_sum
       ${shared(`daily_${of}`, "day")} WHERE part = 'day')
     GROUP BY point`,
  )}`;
}

export const TALLY = `SELECT json_quote(coalesce(group_concat(tally, ''), '')) AS json
  FROM (${covered("r.tally", { of: "series", filter: "all endpoints" })})`;

const endpoints = (filter: Filter) =>
  rows(
    "endpoint_id, n, t, c",
    `SELECT endpoint_id, sum(requests) AS n, sum(response_time_sum) AS t, sum(cost_micros) AS c
   FROM (${covered("r.endpoint_id, r.requests, r.response_time_sum, r.cost_micros", { of: "endpoints", filter })})
   GROUP BY endpoint_id`,
  );

const EDGE = "timestamp, endpoint_id, status_code, response_time, cost_micros";
const ragged = (filter: Filter) =>
  rows(
    "w, quarter, endpoint_id, n, x, t, c, tally",
    `SELECT w, timestamp / ${QUARTER_MS} AS quarter, endpoint_id, ${RAW_SUMS}, sum(cost_micros) AS c,
     ${filter === "all endpoints" ? RAW_TALLY : "''"} AS tally
   FROM (${edges(EDGE, filter)}) GROUP BY w, quarter, endpoint_id`,
  );

/** Pieces of hours that begin a point where no half of the roll-up does. */
const cuts = (filter: Filter) =>
  rows(
    "point, n, x, t",
    `SELECT piece.value->>0 AS point, ${RAW_SUMS}
   FROM json_each(:cuts) AS piece CROSS JOIN ${rolled(filter)}
     AND timestamp >= piece.value->>1 AND timestamp < piece.value->>2
   GROUP BY point`,
  );

const PREVIOUS_EDGE = `SELECT 1 AS requests, ${IS_ERROR} AS errors, response_time AS response_time_sum, cost_micros`;
const PREVIOUS_SUMS = "r.requests, r.errors, r.response_time_sum, r.cost_micros";
/** A window [from, to) that needs sums only: its buckets, both its edges, and its rows not rolled up yet. */
const previous = (filter: Filter) => `SELECT json_array(coalesce(sum(requests), 0), coalesce(sum(errors), 0),
    coalesce(sum(response_time_sum), 0), coalesce(sum(cost_micros), 0)) AS json
  FROM (
    ${covered(PREVIOUS_SUMS, { of: sumsOf(filter), filter })}
    UNION ALL ${PREVIOUS_EDGE} FROM ${rolled(filter)} AND timestamp >= :from AND timestamp < :first
    UNION ALL ${PREVIOUS_EDGE} FROM ${rolled(filter)} AND timestamp >= :end AND timestamp < :to
    UNION ALL ${PREVIOUS_EDGE} FROM ${fresh(filter)} AND timestamp >= :from AND timestamp < :to)`;

const reads = (filter: Filter) => ({
  shares: shares(filter),
  endpoints: endpoints(filter),
  edges: ragged(filter),
  cuts: cuts(filter),
  previous: previous(filter),
});

export const READS = { "all endpoints": reads("all endpoints"), "one endpoint": reads("one endpoint") };
