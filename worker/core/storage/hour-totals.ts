import { z } from "zod";
import type { Database } from "./database.ts";
import { ADDED_UP, LATE_SUMS, SUMS } from "./rollup.ts";
import { type OnHeld, timedBatch } from "./rollup-timing.ts";

/*
 * Most hours of most accounts have a handful of rows in `hourly_usage`, which a read adds up. Where there are many, the
 * totals by key, endpoint and model are stored once the hour is over. They are a copy: whatever happens to an hour makes
 * its totals not count (`hourly_series.totalled`) until they are built again.
 */

export const KINDS = { key_id: 1, endpoint_id: 2, model_id: 3 } as const;

const LATE_ADDED_UP = `sum(late_requests) AS late_requests, sum(late_errors) AS late_errors,
  sum(late_response_time_sum) AS late_response_time_sum, sum(late_cost_micros) AS late_cost_micros,
  sum(late_billed_micros) AS late_billed_micros, sum(late_tokens_in) AS late_tokens_in,
  sum(late_tokens_cached) AS late_tokens_cached, sum(late_tokens_out) AS late_tokens_out`;

const by = (column: keyof typeof KINDS, hours: string) =>
  `SELECT r.hour, r.account_id, ${KINDS[column]} AS kind, r.${column} AS id, ${ADDED_UP}, ${LATE_ADDED_UP}
   FROM (${hours}) AS h CROSS JOIN hourly_usage AS r ON r.hour = h.hour AND r.account_id = h.account_id
   GROUP BY r.hour, r.account_id, r.${column}`;
/** The totals of `hours`, a selection of (hour, account_id), by what is stored by key, endpoint, model and units. */
export const totalsOf = (hours: string) =>
  `${by("key_id", hours)} UNION ALL ${by("endpoint_id", hours)} UNION ALL ${by("model_id", hours)}`;

/** Hours without usage need no check. */
const NEXT_HOUR = `(SELECT coalesce((SELECT min(hour) FROM hourly_series WHERE hour >= next_hour), :before)
  FROM hourly_totals_state)`;

/** Marks the accounts with over `:few` rows in an hour, of the next `:hours`. */
const MARK = `UPDATE hourly_series SET totalled = -1
  WHERE hour >= ${NEXT_HOUR} AND hour < min(${NEXT_HOUR} + :hours, :before) AND totalled = 0
    AND :few < (SELECT count(*) FROM (SELECT 1 FROM hourly_usage AS u
      WHERE u.hour = hourly_series.hour AND u.account_id = hourly_series.account_id LIMIT :few + 1))`;
const MOVE_ON = `UPDATE hourly_totals_state SET next_hour = CAST(min(${NEXT_HOUR} + :hours, :before) AS INTEGER)
  RETURNING next_hour AS nextHour`;

const state = z.object({ nextHour: z.int() });

/**
 * Checks the next `hours` before `before` (since the epoch), and marks those of its accounts whose rows are more than `few`.
 * @returns the hour with which to continue, and how many hours of accounts were marked.
 */
export async function markWideHours(
  db: Database,
  { before, few, hours }: { before: number; few: number; hours: number },
  onHeld?: OnHeld,
): Promise<{ nextHour: number; marked: number }> {
  const [mark, moved] = await timedBatch(
    db,
    [
      { sql: MARK, args: { before, few, hours } },
      { sql: MOVE_ON, args: { before, hours } },
    ],
    onHeld,
  );
  return { ...state.parse({ ...moved?.rows[0] }), marked: mark?.rowsAffected ?? 0 };
}

const DUE = `SELECT hour, account_id FROM hourly_series INDEXED BY hourly_series_due
  WHERE totalled < 0 ORDER BY hour, account_id LIMIT :limit`;
const BUILD = [
  `DELETE FROM hourly_totals WHERE (hour, account_id) IN (${DUE})`,
  `INSERT INTO hourly_totals (hour, account_id, kind, id, ${SUMS}, ${LATE_SUMS}) ${totalsOf(DUE)}`,
  `UPDATE hourly_series SET totalled = 1 WHERE (hour, account_id) IN (${DUE})`,
];

/**
 * Builds the totals of marked hours, at most `limit`, in one transaction. No figure changes by it.
 * @returns the number of hours; fewer than `limit` means that none is left.
 */
export async function buildTotals(db: Database, limit: number, onHeld?: OnHeld): Promise<number> {
  const results = await timedBatch(
    db,
    BUILD.map((sql) => ({ sql, args: { limit } })),
    onHeld,
  );
  return results.at(-1)?.rowsAffected ?? 0;
}
