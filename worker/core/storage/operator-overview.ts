import { z } from "zod";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import { type OverviewUsage, type OverviewWindow, periodsOf } from "#core/domain/operator-overview.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { ADDED_UP, SUMS } from "./rollup.ts";
import { inOpenDays, isBuilt } from "./rollup-days.ts";
import { namedRows } from "./statement.ts";

type Unit = OverviewWindow["unit"];

/** Test keys reach no provider and cost nothing. */
const NO_TEST = `r.model_id IS NOT (SELECT id FROM models WHERE name = '${TEST_MODEL_NAME}')`;
const CELLS: Record<Unit, string> = {
  hour: `SELECT r.hour AS bucket, r.account_id, r.model_id, ${SUMS} FROM hourly_usage AS r
    WHERE r.hour >= :before AND r.hour <= :present AND ${NO_TEST}`,
  day: `SELECT r.day AS bucket, r.account_id, r.model_id, ${SUMS} FROM daily_models AS r
    WHERE r.day >= :before AND r.day <= :present AND r.key_id = 0 AND ${NO_TEST}
      AND ${isBuilt("r.day", "r.account_id")}
    UNION ALL SELECT o.day, r.account_id, r.model_id, ${SUMS} FROM ${inOpenDays("hourly_usage")}
    WHERE o.day >= :before AND o.day <= :present AND ${NO_TEST}`,
};

const modelsSql = (unit: Unit) => `SELECT bucket, coalesce(m.name, '') AS model, requests, errors,
    response_time_sum AS responseTime, cost_micros AS cost
  FROM (SELECT bucket, model_id AS id, ${ADDED_UP} FROM (${CELLS[unit]}) GROUP BY bucket, model_id)
    LEFT JOIN models AS m USING (id)`;

/** The table of days is ordered by account, so its days are looked up account by account. */
const PLANS: Record<Unit, string> = {
  hour: `SELECT hour AS bucket, sum(plan_micros) AS micros FROM hourly_series
    WHERE hour >= :before AND hour <= :present GROUP BY hour`,
  day: `SELECT day AS bucket, sum(plan_micros) AS micros FROM (
    SELECT r.day, r.plan_micros FROM accounts AS a CROSS JOIN daily_series AS r
      ON r.account_id = a.id AND r.day >= :before AND r.day <= :present AND r.key_id = 0
        AND ${isBuilt("r.day", "a.id")}
    UNION ALL SELECT o.day, r.plan_micros FROM ${inOpenDays("hourly_series")}
      WHERE o.day >= :before AND o.day <= :present) GROUP BY day`,
};

const within = (from: string, until: string) =>
  `count(DISTINCT iif(bucket >= ${from} AND bucket < ${until}, account_id, NULL))`;
const activeSql = (unit: Unit) => `SELECT ${within(":first", ":present + 1")} AS whole,
    ${within(":first", ":present")} AS complete, ${within(":before", ":present - :count")} AS previous
  FROM (${CELLS[unit]})`;

const ACCOUNTS = `SELECT count(*) AS total, coalesce(sum(created_at >= :since), 0) AS created
  FROM accounts WHERE closed_at IS NULL`;

const readings = z.object({
  models: z.array(
    z.object({
      bucket: z.int(),
      model: z.string(),
      requests: z.int(),
      errors: z.int(),
      responseTime: z.int(),
      cost: z.int(),
    }),
  ),
  plans: z.array(z.object({ bucket: z.int(), micros: z.int() })),
  active: z.tuple([z.object({ whole: z.int(), complete: z.int(), previous: z.int() })]),
  accounts: z.tuple([z.object({ total: z.int(), created: z.int() })]),
});

interface OverviewReading extends OverviewUsage {
  active: { whole: number; complete: number; previous: number };
  accounts: { total: number; created: number };
}

/**
 * Usage of all accounts in the window and in the one before it, in one snapshot: what is rolled up, which the cron does
 * every minute. Its cost follows accounts, buckets and models, never requests.
 */
export function readOverviewUsage(db: Database, window: OverviewWindow): Read<OverviewReading> {
  const { unit, bucketMs, first, present, count } = window;
  const args = { before: periodsOf(window).previous.from, present };
  const statements = {
    models: { sql: modelsSql(unit), args },
    plans: { sql: PLANS[unit], args },
    active: { sql: activeSql(unit), args: { ...args, first, count } },
    accounts: { sql: ACCOUNTS, args: { since: first * bucketMs } },
  };
  return namedRows(db, statements, readings).map(({ active, accounts, ...usage }) => ({
    ...usage,
    active: active[0],
    accounts: accounts[0],
  }));
}
