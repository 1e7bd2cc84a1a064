import type { UsageRow } from "#core/domain/usage.ts";
import type { Database } from "#core/storage/database.ts";

const SCAN = `SELECT request_id AS requestId, account_id AS accountId, key_id AS keyId, timestamp,
    (SELECT path FROM endpoints AS e WHERE e.id = endpoint_id) AS endpoint, status_code AS statusCode,
    response_time AS responseTime, cost_micros AS costMicros, billed_micros AS billedMicros, tokens_in AS tokensIn, tokens_out AS tokensOut,
    tokens_cached AS tokensCached
  FROM api_usage WHERE account_id = ? ORDER BY id`;
const WATERMARK = "SELECT last_id < (SELECT max(id) FROM api_usage) AS behind FROM rollup_state";

/** A connection whose next read batch also scans the account's raw rows, in the same snapshot. */
export function scannedDatabase(db: Database, accountId: number) {
  const scan: { rows: UsageRow[]; behind: boolean } = { rows: [], behind: false };
  const client = new Proxy(db.$client, {
    get(target, name) {
      if (name === "batch") {
        return async (statements: Parameters<typeof target.batch>[0]) => {
          const extra = [WATERMARK, { sql: SCAN, args: [accountId] }];
          const results = await target.batch([...statements, ...extra], "read");
          // The columns of SCAN are the fields of UsageRow.
          scan.rows = (results.at(-1)?.rows ?? []).map((row) => ({ ...row })) as unknown as UsageRow[];
          scan.behind = results.at(-2)?.rows[0]?.behind === 1;
          return results.slice(0, -2);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const scanned = new Proxy(db, {
    get: (target, name) => (name === "$client" ? client : Reflect.get(target, name, target)),
  });
  return { db: scanned, scan };
}
