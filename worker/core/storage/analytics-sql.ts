import { HOURS_PER_DAY, QUARTER_MS } from "#core/domain/time.ts";
import { KEPT } from "./retention.ts";
import { RAW_TALLY } from "./rollup.ts";
import { HOURS_OF_DAY, isBuilt } from "./rollup-days.ts";
import {
  andInDays,
  daily,
  edges,
  hourly,
  hourlyUsage,
  inBuckets,
  inHours,
  jsonRows,
  kindOf,
  leading,
  RAW_SUMS,
  RAW_VALUES,
  rolled,
  type Shape,
  SIGN,
} from "./usage-window.ts";

const EDGE_COLUMNS =
  "timestamp, endpoint_id, status_code, response_time, cost_micros, billed_micros, tokens_in, tokens_cached, tokens_out";
export const STATE = `SELECT json_object('paths', (SELECT json_group_object(id, path) FROM endpoints),
    'kept', json(${KEPT})) AS json
  FROM rollup_state WHERE name = 'usage'`;

/** The columns of buckets by the names of sums. */
const COLUMNS = {
  requests: "requests",
  errors: "errors",
  responseTime: "response_time_sum",
  cost: "cost_micros",
  billed: "billed_micros",
  tokensIn: "tokens_in",
  tokensCached: "tokens_cached",
  tokensOut: "tokens_out",
};
const SUM_NAMES = Object.keys(COLUMNS);
const sums = (of: (column: string) => string) =>
  Object.entries(COLUMNS)
    .map(([name, column]) => `${of(column)} AS ${name}`)
    .join(", ");
const WHOLE = sums((column) => `r.${column}`);

/** How much of an hour and of its late half belongs to a point. */
export const PART_WEIGHTS = { day: [1, 0], hour: [1, 0], early: [1, -1], late: [0, 1] } as const;

const HOURS_OF_POINTS = `SELECT point, weight, late, b.value AS hour
    FROM share CROSS JOIN json_each(share.buckets) AS b WHERE NOT isDay`;
const OPEN_HOURS_OF_POINTS = `SELECT point, weight, late, o.day * ${HOURS_PER_DAY} + n.value
    FROM share CROSS JOIN json_each(share.buckets) AS d
      CROSS JOIN open_days AS o ON o.day = d.value AND o.account_id = :account CROSS JOIN ${HOURS_OF_DAY} AS n
    WHERE isDay`;
const BUILT_DAYS_OF_POINTS = `SELECT point, d.value AS day
    FROM share CROSS JOIN json_each(share.buckets) AS d WHERE isDay AND ${isBuilt("d.value", ":account")}`;

/** `:shares`: [point, isDay, weight, late weight, buckets] each; parsed once, not per bucket. */
export function sharesSql(shape: Shape): string {
  const { figures, days } = shape;
  const hours = days ? `${HOURS_OF_POINTS} UNION ALL ${OPEN_HOURS_OF_POINTS}` : HOURS_OF_POINTS;
  const ofHours = `SELECT point, ${sums((column) => `weight * r.${column} + late * r.late_${column}`)}
     FROM (${hours}) AS b CROSS JOIN ${hourly(shape)}`;
  const ofDays = `SELECT point, ${WHOLE} FROM (${BUILT_DAYS_OF_POINTS}) AS b
     CROSS JOIN ${daily(kindOf(figures), figures)}`;
  return `WITH share AS MATERIALIZED (
    SELECT value->>0 AS point, value->>1 AS isDay, value->>2 AS weight, value->>3 AS late, value->>4 AS buckets
    FROM json_each(:shares))
  ${jsonRows(
    ["point", ...SUM_NAMES],
    `SELECT point, ${SUM_NAMES.map((name) => `sum(${name}) AS ${name}`).join(", ")}
     FROM (${ofHours} ${days ? `UNION ALL ${ofDays}` : ""}) GROUP BY point`,
  )}`;
}

/** Only for all figures: days have no tallies by endpoint or model. */
export const tallySql = (shape: Shape) => `SELECT json_quote(coalesce(group_concat(tally, ''), '')) AS json
  FROM (${inBuckets("r.tally", shape)})`;

export function endpointsSql(shape: Shape): string {
  const columns = "r.endpoint_id, r.requests, r.response_time_sum";
  return jsonRows(
    ["endpointId", "requests", "responseTime"],
    `SELECT endpoint_id AS endpointId, sum(requests) AS requests, sum(response_time_sum) AS responseTime
     FROM (${inHours(columns, hourlyUsage(shape.figures), shape)}
       ${andInDays(columns, daily("endpoints", shape.figures), shape)})
     GROUP BY endpoint_id`,
  );
}

export const edgesSql = ({ figures }: Shape) =>
  jsonRows(
    ["weight", "previousWeight", "quarter", "endpointId", ...SUM_NAMES, "tally"],
    `SELECT weight, previousWeight, timestamp / ${QUARTER_MS} AS quarter, endpoint_id AS endpointId, ${RAW_SUMS},
       ${figures === "all" ? RAW_TALLY : "''"} AS tally
     FROM (${edges(EDGE_COLUMNS, figures, ":before")})
     GROUP BY weight, previousWeight, quarter, endpoint_id`,
  );

export const cutsSql = ({ figures }: Shape) =>
  jsonRows(
    ["point", ...SUM_NAMES],
    `SELECT cut.value->>0 AS point, ${RAW_SUMS}
     FROM json_each(:cuts) AS cut CROSS JOIN ${rolled(figures)}
       AND timestamp >= cut.value->>1 AND timestamp < cut.value->>2
     GROUP BY point`,
  );

/** Sums of the buckets that touch the span, corrected at its start by raw rows, and by halves of hours. */
export function totalsSql(shape: Shape): string {
  const raw = Object.values(RAW_VALUES).map((value) => `${SIGN} * ${value}`);
  const half = sums((column) => `iif(b.half = 'late', -r.late_${column}, r.late_${column} - r.${column})`);
  const outside = `UNION ALL SELECT ${half}
    FROM (SELECT value->>0 AS hour, value->>1 AS half FROM json_each(:halves)) AS b CROSS JOIN ${hourly(shape)}`;
  return `SELECT json_object(${SUM_NAMES.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(", ")}) AS json
  FROM (
    ${inBuckets(WHOLE, shape)}
    UNION ALL SELECT ${raw.join(", ")} FROM ${leading(shape.figures)}
    ${shape.halves ? outside : ""})`;
}
