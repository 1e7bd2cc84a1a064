import { expect } from "vitest";
import type { Database } from "#core/storage/database.ts";

const SUMS = "sum(requests) AS n, sum(errors) AS x, sum(response_time_sum) AS t, sum(cost_micros) AS c";
const TABLES = ["hourly_series", "daily_series", "hourly_endpoints", "daily_endpoints"];
const LEVELS = TABLES.flatMap((table) => [
  { name: `${table}, each key`, sql: `SELECT ${SUMS} FROM ${table} WHERE key_id > 0` },
  { name: `${table}, all keys`, sql: `SELECT ${SUMS} FROM ${table} WHERE key_id = 0` },
]);
const RAW = `SELECT count(*) AS n, sum(status_code >= 400) AS x, sum(response_time) AS t, sum(cost_micros) AS c
  FROM api_usage WHERE id <= (SELECT last_id FROM rollup_state)`;

/**
 * In one snapshot: every table holds exactly the rows up to the watermark, and no chunk is left over.
 * @returns how many rows are rolled up.
 */
export async function expectRolledEqualsRaw(db: Database, when: string): Promise<number> {
  const statements = [RAW, "SELECT count(*) AS n FROM rollup_chunk", ...LEVELS.map(({ sql }) => sql)];
  const [raw, chunk, ...levels] = await db.$client.batch(statements, "read");
  expect(chunk?.rows[0]?.n, `${when}: chunk left over`).toBe(0);
  for (const [i, { name }] of LEVELS.entries()) {
    expect({ ...levels[i]?.rows[0] }, `${when}: ${name}`).toEqual({ ...raw?.rows[0] });
  }
  return Number(raw?.rows[0]?.n);
}
