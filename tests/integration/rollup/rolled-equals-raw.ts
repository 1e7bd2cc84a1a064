import { expect } from "vitest";
import type { Database } from "#core/storage/database.ts";

const SUMS = "sum(requests) AS n, sum(errors) AS x, sum(response_time_sum) AS t, sum(cost_micros) AS c";
const TOKENS = "sum(tokens_in) AS i, sum(tokens_cached) AS h, sum(tokens_out) AS o";
const SERIES = `${SUMS}, ${TOKENS}, sum(billed_micros) AS b, sum(plan_micros) AS p`;
const LATE_SUMS = `sum(late_requests) AS ln, sum(late_errors) AS lx, sum(late_response_time_sum) AS lt,
  sum(late_cost_micros) AS lc, sum(late_billed_micros) AS lb, sum(late_tokens_in) AS li,
  sum(late_tokens_cached) AS lh, sum(late_tokens_out) AS lo`;
/** The sum alone could hide units of the wrong kind. */
const UNITS = `coalesce(sum(quantity), 0) AS q, coalesce(sum(quantity * unit), 0) AS qk`;
const TABLES = {
  hourly_series: `${SERIES}, ${LATE_SUMS}`,
  daily_series: SERIES,
  hourly_endpoints: SUMS,
  daily_endpoints: SUMS,
  hourly_models: `${SUMS}, ${TOKENS}`,
  daily_models: `${SUMS}, ${TOKENS}`,
  hourly_units: UNITS,
  daily_units: UNITS,
};
const LEVELS = Object.entries(TABLES).flatMap(([table, sums]) => [
  { name: `${table}, each key`, sql: `SELECT ${sums} FROM ${table} WHERE key_id > 0` },
  { name: `${table}, all keys`, sql: `SELECT ${sums} FROM ${table} WHERE key_id = 0` },
]);
const LATE = "(timestamp / 1800000 % 2 = 1)";
const RAW = `SELECT count(*) AS n, sum(status_code >= 400) AS x, sum(response_time) AS t, sum(cost_micros) AS c,
    ${TOKENS}, sum(billed_micros) AS b, sum(plan_micros) AS p,
    sum(${LATE}) AS ln, sum(${LATE} AND status_code >= 400) AS lx, sum(${LATE} * response_time) AS lt,
    sum(${LATE} * cost_micros) AS lc, sum(${LATE} * billed_micros) AS lb, sum(${LATE} * tokens_in) AS li,
    sum(${LATE} * tokens_cached) AS lh, sum(${LATE} * tokens_out) AS lo, coalesce(sum(units), 0) AS q, coalesce(sum(units * unit), 0) AS qk
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
    const held = { ...levels[i]?.rows[0] };
    expect({ ...raw?.rows[0] }, `${when}: ${name}`).toMatchObject(held);
  }
  return Number(raw?.rows[0]?.n);
}
