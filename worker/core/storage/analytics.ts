import { z } from "zod";
import type { AnalyticsReading } from "#core/domain/analytics-figures.ts";
import type { AnalyticsWindow } from "#core/domain/analytics-window.ts";
import { HOUR_MS, QUARTER_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { IS_ERROR, RAW_TALLY } from "./rollup.ts";
import {
  bucketArguments,
  covered,
  edgeArguments,
  edges,
  fresh,
  jsonRows,
  leading,
  ofEndpoint,
  ownerArguments,
  RAW_SUMS,
  rolled,
  type Shape,
  SIGN,
  shapeOf,
  spanStatement,
  sumsSource,
  THIS_KEY,
  type UsageFilter,
} from "./usage-window.ts";

export interface AnalyticsScope extends UsageFilter {
  window: AnalyticsWindow;
}

type Statement = { sql: string; args: Record<string, string | number> };

const SUM_COLUMNS = ["requests", "errors", "responseTime"] as const;
const EDGE_COLUMNS = "timestamp, endpoint_id, status_code, response_time, cost_micros";
const BUCKET_SUMS = "r.requests, r.errors, r.response_time_sum, r.cost_micros";
const PATHS = "SELECT json_group_object(id, path) AS json FROM endpoints";

const sumsRow = z.object({ requests: z.number(), errors: z.number(), responseTime: z.number() });
const pointRows = z.array(sumsRow.extend({ point: z.number() }));
const endpointRow = z.object({
  endpointId: z.number(),
  requests: z.number(),
  responseTime: z.number(),
  cost: z.number(),
});
const totals = sumsRow.extend({ cost: z.number() });
const schemas = {
  paths: z.record(z.string(), z.string()),
  shares: pointRows,
  tally: z.string(),
  endpoints: z.array(endpointRow),
  edges: z.array(
    endpointRow.extend({
      weight: z.number(),
      previousWeight: z.number(),
      quarter: z.number(),
      errors: z.number(),
      tally: z.string(),
    }),
  ),
  cuts: pointRows,
  previous: totals,
};
type Schemas = typeof schemas;

/** `:shares`: [point, part, buckets] each; parsed once, not per bucket. Endpoints have no halves of hours. */
function sharesSql({ filter, days }: Shape): string {
  const source = sumsSource(filter);
  const sumOf = (column: string) =>
    source === "endpoints"
      ? `r.${column}`
      : `CASE part WHEN 'hour' THEN r.${column} WHEN 'late' THEN r.late_${column} ELSE r.${column} - r.late_${column} END`;
  const shared = (table: string, bucket: string) =>
    `FROM share CROSS JOIN json_each(share.buckets) AS b CROSS JOIN ${table} AS r
     ON r.account_id = :account AND r.${bucket} = b.value AND ${THIS_KEY}${ofEndpoint("r", filter)}`;
  const ofDays = `UNION ALL SELECT point, r.requests, r.errors, r.response_time_sum
       ${shared(`daily_${source}`, "day")} WHERE part = 'day'`;
  return `WITH share AS MATERIALIZED (
    SELECT value->>0 AS point, value->>1 AS part, value->>2 AS buckets FROM json_each(:shares))
  ${jsonRows(
    ["point", ...SUM_COLUMNS],
    `SELECT point, sum(requests) AS requests, sum(errors) AS errors, sum(responseTime) AS responseTime FROM (
     SELECT point, ${sumOf("requests")} AS requests, ${sumOf("errors")} AS errors,
         ${sumOf("response_time_sum")} AS responseTime
       ${shared(`hourly_${source}`, "hour")} WHERE part <> 'day'
     ${days ? ofDays : ""})
     GROUP BY point`,
  )}`;
}

/** Only without an endpoint filter: endpoints have no tallies. */
const tallySql = (shape: Shape) => `SELECT json_quote(coalesce(group_concat(tally, ''), '')) AS json
  FROM (${covered("r.tally", { ...shape, source: "series" })})`;

const endpointsSql = (shape: Shape) =>
  jsonRows(
    ["endpointId", "requests", "responseTime", "cost"],
    `SELECT endpoint_id AS endpointId, sum(requests) AS requests, sum(response_time_sum) AS responseTime,
       sum(cost_micros) AS cost
     FROM (${covered("r.endpoint_id, r.requests, r.response_time_sum, r.cost_micros", { ...shape, source: "endpoints" })})
     GROUP BY endpoint_id`,
  );

const edgesSql = ({ filter }: Shape) =>
  jsonRows(
    ["weight", "previousWeight", "quarter", "endpointId", ...SUM_COLUMNS, "cost", "tally"],
    `SELECT weight, previousWeight, timestamp / ${QUARTER_MS} AS quarter, endpoint_id AS endpointId, ${RAW_SUMS},
       sum(cost_micros) AS cost, ${filter === "all endpoints" ? RAW_TALLY : "''"} AS tally
     FROM (${edges(EDGE_COLUMNS, filter, ":before")})
     GROUP BY weight, previousWeight, quarter, endpoint_id`,
  );

const cutsSql = ({ filter }: Shape) =>
  jsonRows(
    ["point", ...SUM_COLUMNS],
    `SELECT cut.value->>0 AS point, ${RAW_SUMS}
     FROM json_each(:cuts) AS cut CROSS JOIN ${rolled(filter)}
       AND timestamp >= cut.value->>1 AND timestamp < cut.value->>2
     GROUP BY point`,
  );

const rawRow = (weight: string) => `SELECT ${weight} AS requests, ${weight} * ${IS_ERROR} AS errors,
  ${weight} * response_time AS response_time_sum, ${weight} * cost_micros AS cost_micros`;

/** Sums of the buckets of [:from, :to), corrected at its start, and of `more` rows. */
const totalsSql = (shape: Shape, more = "") =>
  `SELECT json_object('requests', coalesce(sum(requests), 0), 'errors', coalesce(sum(errors), 0),
    'responseTime', coalesce(sum(response_time_sum), 0), 'cost', coalesce(sum(cost_micros), 0)) AS json
  FROM (
    ${covered(BUCKET_SUMS, { ...shape, source: sumsSource(shape.filter) })}
    UNION ALL ${rawRow(SIGN)} FROM ${leading(shape.filter)} ${more})`;

/** For a window [:from, :to) whose buckets end at or before `:to`. */
const windowTotalsSql = (shape: Shape) =>
  totalsSql(
    shape,
    `UNION ALL ${rawRow("1")} FROM ${rolled(shape.filter)} AND timestamp >= :end AND timestamp < :to
    UNION ALL ${rawRow("1")} FROM ${fresh(shape.filter)} AND timestamp >= :from AND timestamp < :to`,
  );

function statementsOf({ window, ...filter }: AnalyticsScope) {
  const owner = ownerArguments(filter);
  const now = bucketArguments(window.current);
  const before = bucketArguments(window.previous);
  const { from, first } = edgeArguments(window.previous);
  const shape = shapeOf(filter, now);
  const shares = window.shares.buckets.map(({ point, part, buckets }) => [point, part, buckets]);
  const cuts = window.shares.cuts.map(({ point, from, to }) => [point, from, to]);
  return {
    paths: { sql: PATHS, args: {} },
    shares: { sql: sharesSql(shape), args: { ...owner, shares: JSON.stringify(shares) } },
    ...(filter.endpoint === null && { tally: { sql: tallySql(shape), args: { ...owner, ...now } } }),
    endpoints: { sql: endpointsSql(shape), args: { ...owner, ...now } },
    edges: { sql: edgesSql(shape), args: { ...owner, ...edgeArguments(window.current), before: from } },
    // The edges hold the rest of the previous window (`previousWeight`).
    previous: { sql: totalsSql(shapeOf(filter, before)), args: { ...owner, ...before, from, first } },
    ...(cuts.length > 0 && {
      cuts: { sql: cutsSql(shape), args: { ...owner, cuts: JSON.stringify(cuts) } },
    }),
  } satisfies Record<string, Statement>;
}

/** Everything an analytics response needs, in one read transaction and one round trip: exact at that instant. */
export async function readAnalytics(db: Database, scope: AnalyticsScope): Promise<AnalyticsReading> {
  const statements = statementsOf(scope);
  const names = Object.keys(statements);
  const results = await db.$client.batch(Object.values(statements), "read");
  const read = <Name extends keyof Schemas>(name: Name): z.infer<Schemas[Name]> => {
    const text = results[names.indexOf(name)]?.rows[0]?.json;
    // TypeScript widens the schema of this name to the union of all schemas.
    return schemas[name].parse(JSON.parse(String(text))) as z.infer<Schemas[Name]>;
  };
  return {
    paths: read("paths"),
    shares: [...read("shares"), ...(statements.cuts ? read("cuts") : [])],
    tally: statements.tally ? read("tally") : null,
    endpoints: read("endpoints"),
    edges: read("edges"),
    previous: read("previous"),
  };
}

export async function countRequests(
  db: Database,
  accountId: number,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const span = { from, to, firstHour: Math.ceil(from / HOUR_MS), endHour: Math.floor(to / HOUR_MS) };
  const all = { accountId, keyId: 0, endpoint: null };
  const { rows } = await db.$client.execute(spanStatement(windowTotalsSql, all, span));
  return totals.parse(JSON.parse(String(rows[0]?.json))).requests;
}
