import { HOUR_MS } from "#core/domain/ranges.ts";
import type { Database } from "#core/storage/database.ts";
import { BIG_ACCOUNT, NOW } from "./usage-load.ts";

/** The series and the top endpoints of the rows from `from` (epoch ms) to now, out of the raw rows. */
export function rawGroupBy(db: Database, from: number) {
  const args = [BIG_ACCOUNT, from, NOW];
  const mine = "account_id = ? AND timestamp >= ? AND timestamp <= ?";
  const series = `SELECT timestamp / ${HOUR_MS} AS hour, count(*) AS n, sum(status_code >= 400), sum(response_time)
    FROM api_usage WHERE ${mine} GROUP BY hour`;
  const top = `SELECT endpoint_id, count(*) AS n, avg(response_time) FROM api_usage
    WHERE ${mine} GROUP BY endpoint_id ORDER BY n DESC LIMIT 5`;
  return db.$client.batch(
    [
      { sql: series, args },
      { sql: top, args },
    ],
    "read",
  );
}

/** What the specification's dashboard does: every row of the range, 1,000 at a time. @returns how many. */
export async function fetchAllRows(db: Database, from: number): Promise<number> {
  const sql = `SELECT * FROM api_usage WHERE account_id = ? AND (timestamp, id) > (?, ?) AND timestamp <= ?
    ORDER BY timestamp, id LIMIT 1000`;
  let count = 0;
  let after = [from - 1, 0];
  for (;;) {
    const { rows } = await db.$client.execute({ sql, args: [BIG_ACCOUNT, ...after, NOW] });
    count += rows.length;
    const last = rows.at(-1);
    if (rows.length < 1000 || !last) return count;
    after = [Number(last.timestamp), Number(last.id)];
  }
}
