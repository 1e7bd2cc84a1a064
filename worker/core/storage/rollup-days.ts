import { DAY_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { ADD_SUMS, ADDED_UP, CLEAR, GRAIN, SUMS } from "./rollup.ts";
import { type OnHeld, timedBatch } from "./rollup-timing.ts";

/** `value`: the hours of a day from its first. */
export const HOURS_OF_DAY = `json_each('${JSON.stringify([...Array(HOURS_PER_DAY).keys()])}')`;

/**
 * The hours of this day have been deleted (see `hours-retention.ts`). It stays as it was built, and hours that it has
 * nevertheless came later, so that both count until it is built again.
 */
const hasNoHours = (day: string, account: string) => `((${day}, ${account}) < (
  SELECT retired_before / ${DAY_MS}, coalesce(next_account, 0) FROM usage_retention WHERE name = 'hours'))`;

/** A day's rows count. Where they don't, its hours do. */
export const isBuilt = (day: string, account: string) => `(NOT EXISTS (
  SELECT 1 FROM open_days AS o WHERE o.day = ${day} AND o.account_id = ${account}) OR ${hasNoHours(day, account)})`;

/** Rows `r` of all hours of open days `o`. */
export const inOpenDays = (
  table: "hourly_usage" | "hourly_series",
  days = "open_days",
) => `${days} AS o CROSS JOIN ${HOURS_OF_DAY} AS n CROSS JOIN ${table} AS r
  ON r.hour = o.day * ${HOURS_PER_DAY} + n.value AND r.account_id = o.account_id`;

const DAY_TABLES = ["daily_series", "daily_endpoints", "daily_models", "daily_units"];
export const HOUR_TABLES = ["hourly_usage", "hourly_series", "hourly_totals"];
const DAY = `hour / ${HOURS_PER_DAY}`;

/**
 * Builds the open days that `picked` selects, as (day, account_id): replaces their rows by what their hours say, and
 * closes them. Where hours are no longer kept, it adds what came later, and deletes that.
 */
const build = (picked: string) => [
  `INSERT INTO rollup_chunk (${GRAIN}, late, ${SUMS}, quantity, tally)
   SELECT o.day * ${HOURS_PER_DAY} AS first_hour, r.account_id, key_id, endpoint_id, model_id, unit, member_id,
     0, ${ADDED_UP}, sum(quantity), group_concat(tally, '')
   FROM ${inOpenDays("hourly_usage", `(${picked})`)}
   GROUP BY first_hour, r.account_id, key_id, endpoint_id, model_id, unit, member_id`,

  ...DAY_TABLES.map(
    (table) => `DELETE FROM ${table} WHERE (account_id, day) IN (SELECT account_id, day FROM (${picked}))
      AND NOT ${hasNoHours("day", "account_id")}`,
  ),

  `INSERT INTO daily_series (account_id, day, key_id, member_id, ${SUMS}, tally)
   SELECT account_id, ${DAY}, key_id, member_id, ${ADDED_UP}, group_concat(tally, '')
     FROM rollup_chunk GROUP BY hour, account_id, key_id, member_id
   UNION ALL SELECT account_id, ${DAY}, 0, 0, ${ADDED_UP}, group_concat(tally, '')
     FROM rollup_chunk GROUP BY hour, account_id
   ON CONFLICT DO UPDATE SET ${ADD_SUMS}, tally = tally || excluded.tally`,

  `INSERT INTO daily_endpoints (account_id, day, key_id, endpoint_id, ${SUMS})
   SELECT account_id, ${DAY}, key_id, endpoint_id, ${ADDED_UP}
     FROM rollup_chunk GROUP BY hour, account_id, key_id, endpoint_id
   UNION ALL SELECT account_id, ${DAY}, 0, endpoint_id, ${ADDED_UP}
     FROM rollup_chunk GROUP BY hour, account_id, endpoint_id
   ON CONFLICT DO UPDATE SET ${ADD_SUMS}`,

  `INSERT INTO daily_models (account_id, day, key_id, model_id, ${SUMS})
   SELECT account_id, ${DAY}, key_id, model_id, ${ADDED_UP}
     FROM rollup_chunk GROUP BY hour, account_id, key_id, model_id
   UNION ALL SELECT account_id, ${DAY}, 0, model_id, ${ADDED_UP}
     FROM rollup_chunk GROUP BY hour, account_id, model_id
   ON CONFLICT DO UPDATE SET ${ADD_SUMS}`,

  `INSERT INTO daily_units (account_id, day, key_id, endpoint_id, model_id, unit, quantity)
   SELECT account_id, ${DAY}, key_id, endpoint_id, model_id, unit, sum(quantity)
     FROM rollup_chunk WHERE unit > 0 GROUP BY hour, account_id, key_id, endpoint_id, model_id, unit
   UNION ALL SELECT account_id, ${DAY}, 0, endpoint_id, model_id, unit, sum(quantity)
     FROM rollup_chunk WHERE unit > 0 GROUP BY hour, account_id, endpoint_id, model_id, unit
   ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity`,

  ...HOUR_TABLES.map(
    (table) => `DELETE FROM ${table} WHERE (hour, account_id) IN (
        SELECT d.day * ${HOURS_PER_DAY} + n.value, d.account_id FROM (${picked}) AS d CROSS JOIN ${HOURS_OF_DAY} AS n
        WHERE ${hasNoHours("d.day", "d.account_id")})`,
  ),

  CLEAR,
  `DELETE FROM open_days WHERE (day, account_id) IN (SELECT day, account_id FROM (${picked}))`,
];

const BUILD_OLDEST = build(
  "SELECT day, account_id FROM open_days WHERE day < :before ORDER BY day, account_id LIMIT :limit",
);
const BUILD_ONE = build("SELECT day, account_id FROM open_days WHERE day = :day AND account_id = :account");

/**
 * Builds the oldest open days before `before` (UTC, since the epoch), at most `limit`, in one transaction. No figure
 * changes by it. @returns the number of days built; fewer than `limit` means that none is left.
 */
export async function buildDaysBefore(
  db: Database,
  args: { before: number; limit: number },
  onHeld?: OnHeld,
): Promise<number> {
  return await run(db, BUILD_OLDEST, args, onHeld);
}

/** Builds a day of an account if it is open. */
export async function buildDay(db: Database, args: { account: number; day: number }): Promise<void> {
  await run(db, BUILD_ONE, args);
}

async function run(
  db: Database,
  statements: readonly string[],
  args: Record<string, number>,
  onHeld?: OnHeld,
): Promise<number> {
  const results = await timedBatch(
    db,
    statements.map((sql) => (sql.includes(":") ? { sql, args } : sql)),
    onHeld,
  );
  return results.at(-1)?.rowsAffected ?? 0;
}
