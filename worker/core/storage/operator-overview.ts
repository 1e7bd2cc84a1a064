import { z } from "zod";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import { type OverviewUsage, type OverviewWindow, periodsOf } from "#core/domain/operator-overview.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { namedRows } from "./statement.ts";

type Unit = OverviewWindow["unit"];

/** Key 0 stands for all keys. Test keys reach no provider and cost nothing. */
const rowsOf = (unit: Unit) => `${unit === "hour" ? "hourly" : "daily"}_models AS r
  WHERE r.${unit} >= :before AND r.${unit} <= :present AND r.key_id = 0
    AND r.model_id IS NOT (SELECT id FROM models WHERE name = '${TEST_MODEL_NAME}')`;

const modelsSql = (
  unit: Unit,
) => `SELECT bucket, coalesce(m.name, '') AS model, requests, errors, responseTime, cost
  FROM (SELECT r.${unit} AS bucket, r.model_id AS id, sum(requests) AS requests, sum(errors) AS errors,
      sum(response_time_sum) AS responseTime, sum(cost_micros) AS cost
    FROM ${rowsOf(unit)} GROUP BY r.${unit}, r.model_id) LEFT JOIN models AS m USING (id)`;

/** The table of days is ordered by account, so its days are looked up account by account. */
const plansSql = (unit: Unit) =>
  unit === "hour"
    ? `SELECT hour AS bucket, sum(plan_micros) AS micros FROM hourly_series
       WHERE hour >= :before AND hour <= :present AND key_id = 0 GROUP BY hour`
    : `SELECT d.day AS bucket, sum(d.plan_micros) AS micros FROM accounts AS a CROSS JOIN daily_series AS d
         ON d.account_id = a.id AND d.day >= :before AND d.day <= :present AND d.key_id = 0 GROUP BY d.day`;

const within = (unit: Unit, from: string, until: string) =>
  `count(DISTINCT iif(r.${unit} >= ${from} AND r.${unit} < ${until}, r.account_id, NULL))`;
const activeSql = (unit: Unit) => `SELECT ${within(unit, ":first", ":present + 1")} AS whole,
    ${within(unit, ":first", ":present")} AS complete, ${within(unit, ":before", ":present - :count")} AS previous
  FROM ${rowsOf(unit)}`;

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
    plans: { sql: plansSql(unit), args },
    active: { sql: activeSql(unit), args: { ...args, first, count } },
    accounts: { sql: ACCOUNTS, args: { since: first * bucketMs } },
  };
  return namedRows(db, statements, readings).map(({ active, accounts, ...usage }) => ({
    ...usage,
    active: active[0],
    accounts: accounts[0],
  }));
}
