import { expect } from "vitest";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "#core/storage/database.ts";

interface Stored {
  requestId: string;
  timestamp: number;
}

/**
 * The start of the retained raw rows, worked out the long way round: from the midnight of `now`, day by day.
 */
export function firstKeptInstant(now: number, days: number): number {
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0);
  return midnight - days * DAY_MS;
}

/** Expects the table to hold exactly the `stored` rows from `from` on and those not rolled up yet. */
export async function expectOnlyOldRowsGone(db: Database, stored: readonly Stored[], from: number) {
  const left = await requestIds(db, stored, "1 = 1");
  const unrolled = await requestIds(db, stored, "id > (SELECT last_id FROM rollup_state)");
  const kept = stored.filter(({ requestId, timestamp }) => timestamp >= from || unrolled.has(requestId));
  expect(left).toEqual(new Set(kept.map(({ requestId }) => requestId)));
}

async function requestIds(db: Database, of: readonly Stored[], where: string): Promise<Set<string>> {
  const ids = JSON.stringify(of.map(({ requestId }) => requestId));
  const sql = `SELECT request_id AS id FROM api_usage WHERE ${where} AND request_id IN (SELECT value FROM json_each(?1))`;
  const { rows } = await db.$client.execute({ sql, args: [ids] });
  return new Set(rows.map(({ id }) => String(id)));
}
