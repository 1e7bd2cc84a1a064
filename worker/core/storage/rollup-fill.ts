import { z } from "zod";
import type { Database } from "./database.ts";
import {
  ADD_UNITS,
  CLEAR,
  FIGURES_MARK,
  MODEL_FEEDS,
  SERIES_FEEDS,
  STAGE,
  SUMS,
  UNITS_MARK,
  WATERMARK,
} from "./rollup.ts";
import { type OnHeld, timedBatch } from "./rollup-timing.ts";

/** Raw rows before `retired_before` may be gone, so that their figures cannot be filled in. */
const CLAIM = `UPDATE rollup_state SET prev_id = figures_id,
    figures_id = coalesce(
      (SELECT id FROM api_usage WHERE id > figures_id AND id <= last_id ORDER BY id LIMIT 1 OFFSET ?1 - 1), last_id),
    figures_from = iif(figures_id = last_id, figures_from,
      max(figures_from, (SELECT retired_before FROM usage_retention WHERE name = 'usage')))
  WHERE name = 'usage'`;

const COUNT = "SELECT coalesce(sum(requests), 0) AS counted FROM rollup_chunk";
/** What the code that rolled up these rows has already counted. */
const COUNTED = [...SUMS, "late_requests", "late_errors", "late_response_time_sum"];
const BLANK = `UPDATE rollup_chunk SET ${COUNTED.map((column) => `${column} = 0`).join(", ")}, tally = ''`;

const pending = z.object({ pending: z.number() });

/** True while rows were rolled up by code from before tokens, models, plan or units were in the roll-up. */
export async function needsFilling(db: Database): Promise<boolean> {
  const { rows } = await db.$client.execute(
    `SELECT min(${FIGURES_MARK}, ${UNITS_MARK}) < ${WATERMARK} AS pending`,
  );
  return pending.parse(rows[0]).pending === 1;
}

/**
 * Adds tokens, models, plan and late halves of the next rows, at most `limit`, that older code has rolled up without
 * them, and the units of all such rows: each row once, because the marks move in the same transaction.
 * @returns the number of rows; fewer than `limit` means that nothing is missing any more.
 */
export async function fillChunk(db: Database, limit: number, onHeld?: OnHeld): Promise<number> {
  const statements = [
    ...ADD_UNITS,
    { sql: CLAIM, args: [limit] },
    STAGE,
    ...Object.values(MODEL_FEEDS),
    COUNT,
    BLANK,
    ...Object.values(SERIES_FEEDS),
    CLEAR,
  ];
  const results = await timedBatch(db, statements, onHeld);
  return Number(results[statements.indexOf(COUNT)]?.rows[0]?.counted ?? 0);
}
