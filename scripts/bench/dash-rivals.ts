import { RANGE_MS, type Range } from "#core/domain/ranges.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { Database } from "#core/storage/database.ts";
import { BIG_ACCOUNT, NOW } from "./usage-load.ts";

const MINE = "account_id = :account AND timestamp >= :from AND timestamp <= :to";
const SERIES = `SELECT timestamp / ${HOUR_MS} AS hour, count(*) AS n, sum(status_code >= 400), sum(response_time)
  FROM api_usage WHERE ${MINE} GROUP BY hour`;
const TOP = `SELECT endpoint_id, count(*) AS n, avg(response_time) FROM api_usage
  WHERE ${MINE} GROUP BY endpoint_id ORDER BY n DESC LIMIT 5`;
const ERRORS = `SELECT status_code, count(*) AS n FROM api_usage
  WHERE ${MINE} AND status_code >= 400 GROUP BY status_code ORDER BY n DESC LIMIT 5`;
const SUMS = `SELECT count(*), sum(status_code >= 400), sum(response_time), sum(cost_micros) FROM api_usage
  WHERE ${MINE}`;
const atLeast = (place: number) => `min(response_time) FILTER (WHERE place >= ${place})`;
const PERCENTILES = `SELECT ${atLeast(0.5)}, ${atLeast(0.95)}, ${atLeast(0.99)}
  FROM (SELECT response_time, cume_dist() OVER (ORDER BY response_time) AS place FROM api_usage WHERE ${MINE})`;

/** The series and the top endpoints of the range, out of the raw rows. */
function groupBy(db: Database, range: Range) {
  const args = { account: BIG_ACCOUNT, from: NOW - RANGE_MS[range], to: NOW };
  return db.$client.batch(
    [SERIES, TOP].map((sql) => ({ sql, args })),
    "read",
  );
}

/** The full dashboard response, computed from the raw rows. */
function sameResponse(db: Database, range: Range) {
  const from = NOW - RANGE_MS[range];
  const args = { account: BIG_ACCOUNT, from, to: NOW };
  const before = { ...args, from: from - RANGE_MS[range], to: from - 1 };
  return db.$client.batch(
    [...[SERIES, TOP, ERRORS, SUMS, PERCENTILES].map((sql) => ({ sql, args })), { sql: SUMS, args: before }],
    "read",
  );
}

/** The specification's dashboard: reads every row of the range, 1,000 at a time. @returns the number of rows. */
export async function fetchAllRows(db: Database, range: Range): Promise<number> {
  const sql = `SELECT * FROM api_usage WHERE account_id = ? AND (timestamp, id) > (?, ?) AND timestamp <= ?
    ORDER BY timestamp, id LIMIT 1000`;
  let count = 0;
  let after = [NOW - RANGE_MS[range] - 1, 0];
  for (;;) {
    const { rows } = await db.$client.execute({ sql, args: [BIG_ACCOUNT, ...after, NOW] });
    count += rows.length;
    const last = rows.at(-1);
    if (rows.length < 1000 || !last) return count;
    after = [Number(last.timestamp), Number(last.id)];
  }
}

/** How often a rival runs next to the views: slow ones run rarely. */
type Pace = "each view" | "each round" | "seldom";
interface Rival {
  pace: Pace;
  ask: (db: Database) => Promise<unknown>;
}

export const RIVALS = {
  "a query of nothing": { pace: "each view", ask: (db) => db.$client.batch(["SELECT 1"], "read") },
  "24h, GROUP BY": { pace: "each view", ask: (db) => groupBy(db, "24h") },
  "24h, same response": { pace: "each view", ask: (db) => sameResponse(db, "24h") },
  "24h, all rows": { pace: "each round", ask: (db) => fetchAllRows(db, "24h") },
  "30d, GROUP BY": { pace: "each round", ask: (db) => groupBy(db, "30d") },
  "30d, same response": { pace: "seldom", ask: (db) => sameResponse(db, "30d") },
  "30d, all rows": { pace: "seldom", ask: (db) => fetchAllRows(db, "30d") },
} satisfies Record<string, Rival>;
export type RivalName = keyof typeof RIVALS;
