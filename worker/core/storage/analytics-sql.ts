import type { BucketShare } from "#core/domain/analytics-window.ts";
import { HOURS_PER_DAY, QUARTER_MS } from "#core/domain/time.ts";
import { KEPT } from "./retention.ts";
import { RAW_TALLY } from "./rollup.ts";
import { HOURS_OF_DAY, isBuilt } from "./rollup-days.ts";
import {
  andInDays,
  buckets,
  daily,
  type Figures,
  hourly,
  inHoursBy,
  jsonRows,
  kindOf,
  known,
  RAW_SUMS,
  rolled,
  rowsOutsideBuckets,
  type Shape,
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
const PART_WEIGHTS = { day: [1, 0], hour: [1, 0], early: [1, -1], late: [0, 1] } as const;

const HOURS_OF_POINTS = `SELECT point, weight, late, b.value AS hour
    FROM share CROSS JOIN json_each(share.buckets) AS b WHERE NOT isDay`;
const OPEN_HOURS_OF_POINTS = `SELECT point, weight, late, o.day * ${HOURS_PER_DAY} + n.value
    FROM share CROSS JOIN json_each(share.buckets) AS d
      CROSS JOIN open_days AS o ON o.day = d.value AND o.account_id = :account CROSS JOIN ${HOURS_OF_DAY} AS n
    WHERE isDay`;
export const BUILT_DAYS_OF_POINTS = `SELECT point, d.value AS day
    FROM share CROSS JOIN json_each(share.buckets) AS d WHERE isDay AND ${isBuilt("d.value", ":account")}`;

/** `:shares`: [point, isDay, weight, late weight, buckets] each; parsed once, not per bucket. */
export const sharesArgument = (shares: readonly BucketShare[]) =>
  JSON.stringify(
    shares.map(({ point, part, buckets }) => [point, part === "day" ? 1 : 0, ...PART_WEIGHTS[part], buckets]),
  );

/** For the beginning of a statement: `share`, and `hour` with the points' hours, each `totalled` or not if asked. */
export function hoursOfShares({ days }: Pick<Shape, "days">, withTotalled: boolean): string {
  const all = days ? `${HOURS_OF_POINTS} UNION ALL ${OPEN_HOURS_OF_POINTS}` : HOURS_OF_POINTS;
  return `WITH share AS MATERIALIZED (
    SELECT value->>0 AS point, value->>1 AS isDay, value->>2 AS weight, value->>3 AS late, value->>4 AS buckets
    FROM json_each(:shares)),
    hour AS MATERIALIZED (${withTotalled ? known(all, "h.*") : all})`;
}

/**
 * Tallies are only of the window's own points, and only for all figures, because days have none by endpoint or model; an
 * hour's is not divided.
 * `:untallied` are the hours whose tally alone counts.
 */
export function sharesSql(shape: Shape, untallied: boolean): string {
  const { figures, days } = shape;
  const tally = (isOwn: string) => (figures === "all" ? `iif(${isOwn}, r.tally, '')` : "''");
  const rows = hourly(shape);
  const ofHours = rows.map(
    (these) => `SELECT point, ${sums((column) => `weight * r.${column} + late * r.late_${column}`)},
       ${tally("point >= 0 AND weight = 1")} AS tally
     FROM hour AS b CROSS JOIN ${these}`,
  );
  const ofDays = `UNION ALL SELECT point, ${WHOLE}, ${tally("point >= 0")}
     FROM (${BUILT_DAYS_OF_POINTS}) AS b CROSS JOIN ${daily(kindOf(figures), figures)}`;
  const beside = `UNION ALL SELECT 0, ${sums(() => "0")}, r.tally
     FROM (SELECT value AS hour FROM json_each(:untallied)) AS b CROSS JOIN ${rows[0]}`;
  return `${hoursOfShares(shape, rows.length > 1)}
  ${jsonRows(
    ["point", ...SUM_NAMES, "tally"],
    `SELECT point, ${SUM_NAMES.map((name) => `sum(${name}) AS ${name}`).join(", ")}, group_concat(tally, '') AS tally
     FROM (${ofHours.join(" UNION ALL ")} ${days ? ofDays : ""} ${untallied ? beside : ""}) GROUP BY point`,
  )}`;
}

export function endpointsSql(shape: Shape): string {
  const columns = (endpoint: string) => `${endpoint} AS endpoint_id, r.requests, r.response_time_sum`;
  const rows = jsonRows(
    ["endpointId", "requests", "responseTime"],
    `SELECT endpoint_id AS endpointId, sum(requests) AS requests, sum(response_time_sum) AS responseTime
     FROM (${inHoursBy("endpoint_id", columns, shape)}
       ${andInDays(columns("r.endpoint_id"), daily("endpoints", shape.figures), shape)})
     GROUP BY endpoint_id`,
  );
  return `${buckets(shape)} ${rows}`;
}

/** Also those at the start of the previous window, whose buckets begin at `:beforeFirst`. */
const bothEdges = (figures: Figures) => `${rowsOutsideBuckets(EDGE_COLUMNS, figures, ":before")}
  UNION ALL SELECT 0, iif(:before < :beforeFirst, 1, -1), ${EDGE_COLUMNS} FROM ${rolled(figures)}
    AND timestamp >= min(:before, :beforeFirst) AND timestamp < max(:before, :beforeFirst)`;
export const edgesSql = ({ figures }: Shape) =>
  jsonRows(
    ["weight", "previousWeight", "quarter", "endpointId", ...SUM_NAMES, "tally"],
    `SELECT weight, previousWeight, timestamp / ${QUARTER_MS} AS quarter, endpoint_id AS endpointId, ${RAW_SUMS},
       ${figures === "all" ? RAW_TALLY : "''"} AS tally
     FROM (${bothEdges(figures)})
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
