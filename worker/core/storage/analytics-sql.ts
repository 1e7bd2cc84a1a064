import { QUARTER_MS } from "#core/domain/time.ts";
import { RETIRED_BEFORE } from "./retention.ts";
import { RAW_TALLY } from "./rollup.ts";
import {
  chosen,
  covered,
  edges,
  type Figures,
  jsonRows,
  leading,
  RAW_SUMS,
  RAW_VALUES,
  rolled,
  type Shape,
  SIGN,
  sumsSource,
  THIS_KEY,
} from "./usage-window.ts";

const EDGE_COLUMNS =
  "timestamp, endpoint_id, status_code, response_time, cost_micros, billed_micros, tokens_in, tokens_cached, tokens_out";
export const STATE = `SELECT json_object('paths', (SELECT json_group_object(id, path) FROM endpoints),
    'retiredBefore', ${RETIRED_BEFORE}) AS json
  FROM rollup_state WHERE name = 'usage'`;

/** The columns of buckets by the names of sums. */
const COUNTS = {
  requests: "requests",
  errors: "errors",
  responseTime: "response_time_sum",
  cost: "cost_micros",
};
const BILLED = { billed: "billed_micros" };
const TOKENS = { tokensIn: "tokens_in", tokensCached: "tokens_cached", tokensOut: "tokens_out" };
const COLUMNS = { ...COUNTS, ...BILLED, ...TOKENS };
const SUM_NAMES = Object.keys(COLUMNS);
const NO_TOKENS = { tokensIn: null, tokensCached: null, tokensOut: null };
/** The columns of a bucket: endpoints and models have no sum of what was billed, and endpoints no tokens. */
const bucketColumns = (figures: Figures): Record<string, string | null> => ({
  ...COUNTS,
  billed: figures === "all" ? BILLED.billed : null,
  ...(figures === "one endpoint" ? NO_TOKENS : TOKENS),
});

/** How much of a bucket and of its late half belongs to a point. */
export const PART_WEIGHTS = { day: [1, 0], hour: [1, 0], early: [1, -1], late: [0, 1] } as const;

/** `:shares`: [point, isDay, weight, late weight, buckets] each; parsed once, not per bucket. Only series have halves. */
export function sharesSql({ figures, days }: Shape): string {
  const source = sumsSource(figures);
  const columns = Object.entries(bucketColumns(figures));
  const halves = source === "series";
  const sums = (isDay: boolean) =>
    columns.map(([name, column]) => {
      if (column === null) return `0 AS ${name}`;
      return `${isDay || !halves ? `r.${column}` : `weight * r.${column} + late * r.late_${column}`} AS ${name}`;
    });
  const shared = (table: string, bucket: string) =>
    `FROM share CROSS JOIN json_each(share.buckets) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${THIS_KEY}${chosen("r", figures)}`;
  const ofDays = `UNION ALL SELECT point, ${sums(true).join(", ")} ${shared(`daily_${source}`, "day")} WHERE isDay`;
  return `WITH share AS MATERIALIZED (
    SELECT value->>0 AS point, value->>1 AS isDay, value->>2 AS weight, value->>3 AS late, value->>4 AS buckets
    FROM json_each(:shares))
  ${jsonRows(
    ["point", ...SUM_NAMES],
    `SELECT point, ${SUM_NAMES.map((name) => `sum(${name}) AS ${name}`).join(", ")} FROM (
     SELECT point, ${sums(false).join(", ")} ${shared(`hourly_${source}`, "hour")} WHERE NOT isDay
     ${days ? ofDays : ""})
     GROUP BY point`,
  )}`;
}

/** Only for all figures: endpoints and models have no tallies. */
export const tallySql = (shape: Shape) => `SELECT json_quote(coalesce(group_concat(tally, ''), '')) AS json
  FROM (${covered("r.tally", { ...shape, source: "series" })})`;

export const endpointsSql = (shape: Shape) =>
  jsonRows(
    ["endpointId", "requests", "responseTime"],
    `SELECT endpoint_id AS endpointId, sum(requests) AS requests, sum(response_time_sum) AS responseTime
     FROM (${covered("r.endpoint_id, r.requests, r.response_time_sum", { ...shape, source: "endpoints" })})
     GROUP BY endpoint_id`,
  );

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
  const columns = Object.entries(bucketColumns(shape.figures));
  const ofBuckets = columns.map(([name, column]) => `${column === null ? "0" : `r.${column}`} AS ${name}`);
  const raw = Object.values(RAW_VALUES).map((value) => `${SIGN} * ${value}`);
  const halves = Object.values(COLUMNS).map(
    (column) => `iif(half.value->>1 = 'late', -r.late_${column}, r.late_${column} - r.${column})`,
  );
  const outside = `UNION ALL SELECT ${halves.join(", ")} FROM json_each(:halves) AS half CROSS JOIN hourly_series AS r
      ON r.account_id = :account AND r.hour = half.value->>0 AND ${THIS_KEY}`;
  return `SELECT json_object(${SUM_NAMES.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(", ")}) AS json
  FROM (
    ${covered(ofBuckets.join(", "), { ...shape, source: sumsSource(shape.figures) })}
    UNION ALL SELECT ${raw.join(", ")} FROM ${leading(shape.figures)}
    ${shape.halves ? outside : ""})`;
}
