import { z } from "zod";
import type { AnalyticsReading } from "#core/domain/analytics-figures.ts";
import type { AnalyticsWindow } from "#core/domain/analytics-window.ts";
import type { Allowance, Period } from "#core/domain/plans.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { cutsSql, edgesSql, endpointsSql, STATE, sharesArgument, sharesSql } from "./analytics-sql.ts";
import type { Database } from "./database.ts";
import { type Read, together } from "./read.ts";
import { kept } from "./retention.ts";
import { WATERMARK } from "./rollup.ts";
import { statement } from "./statement.ts";
import {
  bucketArguments,
  buckets,
  figuresOf,
  fresh,
  inBuckets,
  ownerArguments,
  type Shape,
  SIGN,
  shapeOf,
  spanStatement,
  type UsageFilter,
} from "./usage-window.ts";

export interface AnalyticsScope extends UsageFilter {
  window: AnalyticsWindow;
}

type Statement = { sql: string; args: Record<string, string | number> };

const sumsRow = z.object({
  requests: z.number(),
  errors: z.number(),
  responseTime: z.number(),
  cost: z.number(),
  billed: z.number(),
  tokensIn: z.number(),
  tokensCached: z.number(),
  tokensOut: z.number(),
});
const pointRows = z.array(sumsRow.extend({ point: z.number() }));
const shareRows = z.array(sumsRow.extend({ point: z.number(), tally: z.string() }));
const endpointRow = z.object({ endpointId: z.number(), requests: z.number(), responseTime: z.number() });
const planTotals = z.object({ requests: z.number(), micros: z.number() });
const schemas = {
  state: z.object({
    paths: z.record(z.string(), z.string()),
    kept,
  }),
  shares: shareRows,
  endpoints: z.array(endpointRow),
  edges: z.array(
    sumsRow.extend({
      endpointId: z.number(),
      weight: z.number(),
      previousWeight: z.number(),
      quarter: z.number(),
      tally: z.string(),
    }),
  ),
  cuts: pointRows,
};
type Schemas = typeof schemas;

function statementsOf({ window, ...filter }: AnalyticsScope) {
  const owner = ownerArguments(filter);
  const now = bucketArguments(window.current);
  const { from: before, first: beforeFirst } = window.previous;
  const shape = shapeOf(filter, now);
  const { cuts, untallied } = window.shares;
  const hasDays = window.shares.buckets.some(({ part }) => part === "day");
  const beside = shape.figures === "all" && untallied.length > 0;
  return {
    state: { sql: STATE, args: {} },
    shares: {
      sql: sharesSql({ ...shape, days: hasDays }, beside),
      args: {
        ...owner,
        shares: sharesArgument(window.shares.buckets),
        ...(beside && { untallied: JSON.stringify(untallied) }),
      },
    },
    ...(shape.figures !== "one model" && {
      endpoints: { sql: endpointsSql(shape), args: { ...owner, ...now } },
    }),
    edges: { sql: edgesSql(shape), args: { ...owner, ...window.current, before, beforeFirst } },
    ...(cuts.length > 0 && {
      cuts: {
        sql: cutsSql(shape),
        args: { ...owner, cuts: JSON.stringify(cuts.map(({ point, from, to }) => [point, from, to])) },
      },
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
  const shares = read("shares");
  return {
    ...read("state"),
    shares: [...shares, ...(statements.cuts ? read("cuts") : [])],
    tallies: figuresOf(scope) === "all" ? shares.map(({ tally }) => tally) : null,
    endpoints: statements.endpoints ? read("endpoints") : [],
    edges: read("edges"),
  };
}

/**
 * What buckets lack of a day: the account's own rows of that time, looked up in the index on (account_id, timestamp). Of
 * a month, that would be more than all accounts' rows since the last roll-up.
 */
const freshOfDay = `api_usage AS u INDEXED BY api_usage_account_time WHERE account_id = :account AND u.id > ${WATERMARK}`;

/** Requests and what the plan paid: edges by raw rows alone, the hours between by buckets and by what these lack. */
const planSql = (isDay: boolean) => (shape: Shape) =>
  `${buckets(shape)} SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(plan_micros), 0) AS micros
  FROM (
    ${inBuckets("r.requests, r.plan_micros", shape)}
    UNION ALL SELECT ${SIGN}, ${SIGN} * plan_micros FROM api_usage AS u WHERE account_id = :account
      AND timestamp >= min(:from, :first) AND timestamp < max(:from, :first)
    UNION ALL SELECT 1, plan_micros FROM api_usage AS u WHERE account_id = :account
      AND timestamp >= :end AND timestamp < :until
    UNION ALL SELECT 1, plan_micros FROM ${isDay ? freshOfDay : fresh(shape.figures)}
      AND timestamp >= :first AND timestamp < :end)`;

/** The account's requests that count in its plan's period, and the micro-dollars that the plan paid for them. */
export function countPlan(
  db: Database,
  accountId: number,
  { period, carried }: Pick<Allowance, "period" | "carried">,
): Read<PlanSums> {
  const spans = carried === null ? [period] : [period, carried];
  const sums = spans.map((span) => countSpan(db, accountId, span));
  return together(db, sums).map((counted) =>
    counted.reduce((sum, { requests, micros }) => ({
      requests: sum.requests + requests,
      micros: sum.micros + micros,
    })),
  );
}

interface PlanSums {
  requests: number;
  micros: number;
}

/** In [from, to), epoch ms. */
function countSpan(db: Database, accountId: number, { from, to }: Period): Read<PlanSums> {
  const end = Math.floor(to / HOUR_MS) * HOUR_MS;
  const span = { from, until: to, first: Math.min(Math.ceil(from / HOUR_MS) * HOUR_MS, end), end };
  const all = { accountId, keyId: 0, endpoint: null, model: null };
  const { sql, args } = spanStatement(planSql(to - from <= DAY_MS), all, span);
  return statement(sql, args, planTotals).only(db);
}
