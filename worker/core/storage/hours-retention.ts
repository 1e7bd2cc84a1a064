import { z } from "zod";
import { DAY_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { HOUR_TABLES, HOURS_OF_DAY } from "./rollup-days.ts";
import { type OnHeld, timedBatch } from "./rollup-timing.ts";

/*
 * Hours are deleted day by day, and on each day account by account, up to the next day of an account that is not built.
 * `usage_retention` has the place in the same transaction, so that whoever reads a day knows whether its hours are there.
 */

/** Days without hours need no step. */
const SKIP = `UPDATE usage_retention SET retired_before = max(retired_before, ${DAY_MS} *
    CAST(min(:before, coalesce((SELECT min(hour) FROM hourly_series) / ${HOURS_PER_DAY}, :before)) AS INTEGER))
  WHERE name = 'hours' AND next_account IS NULL`;

/** The accounts [first, until) of the day that is next; no row if all due days are done. */
const STEP = `(SELECT day, first, min(first + :span, coalesce((SELECT min(o.account_id) FROM open_days AS o
      WHERE o.day = due.day AND o.account_id >= due.first), first + :span)) AS until
  FROM (SELECT retired_before / ${DAY_MS} AS day, coalesce(next_account, 0) AS first
    FROM usage_retention WHERE name = 'hours' AND retired_before < :before * ${DAY_MS}) AS due)`;

const deleteFrom = (table: string) => `DELETE FROM ${table}
  WHERE hour IN (SELECT day * ${HOURS_PER_DAY} + n.value FROM ${STEP} CROSS JOIN ${HOURS_OF_DAY} AS n)
    AND account_id >= (SELECT first FROM ${STEP}) AND account_id < (SELECT until FROM ${STEP})`;

const ADVANCE = `UPDATE usage_retention
  SET retired_before = retired_before + iif(step.ended, ${DAY_MS}, 0),
    next_account = iif(step.ended, NULL, CAST(step.until AS INTEGER))
  FROM (SELECT until, until > (SELECT coalesce(max(account_id), 0) FROM daily_series)
      AND NOT EXISTS (SELECT 1 FROM open_days AS o WHERE o.day = s.day AND o.account_id >= s.first) AS ended
    FROM ${STEP} AS s) AS step
  WHERE name = 'hours'`;

const STATE = `SELECT retired_before AS retiredBefore, coalesce(next_account, 0) AS nextAccount
  FROM usage_retention WHERE name = 'hours'`;

const place = z.object({ retiredBefore: z.int(), nextAccount: z.int() });
export type HoursPlace = z.infer<typeof place>;

/**
 * Deletes the hours of the next accounts, whose ids span at most `span`, on the oldest day before `before` (UTC, since the
 * epoch) that has any, in one transaction. Their days stay.
 * @returns where to continue: the midnight (epoch ms) of the day, and the first account.
 */
export async function retireHoursOf(
  db: Database,
  { before, span }: { before: number; span: number },
  onHeld?: OnHeld,
): Promise<HoursPlace> {
  const args = { before, span };
  const results = await timedBatch(
    db,
    [
      { sql: SKIP, args: { before } },
      ...HOUR_TABLES.map((table) => ({ sql: deleteFrom(table), args })),
      { sql: ADVANCE, args },
      STATE,
    ],
    onHeld,
  );
  return place.parse({ ...results.at(-1)?.rows[0] });
}
