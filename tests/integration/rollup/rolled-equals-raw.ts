import { expect } from "vitest";
import type { Database } from "#core/storage/database.ts";

const SUMS = `coalesce(sum(requests), 0) AS n, sum(errors) AS x, sum(response_time_sum) AS t, sum(cost_micros) AS c,
  sum(tokens_in) AS i, sum(tokens_cached) AS h, sum(tokens_out) AS o, sum(billed_micros) AS b, sum(plan_micros) AS p`;
const LATE_SUMS = `sum(late_requests) AS ln, sum(late_errors) AS lx, sum(late_response_time_sum) AS lt,
  sum(late_cost_micros) AS lc, sum(late_billed_micros) AS lb, sum(late_tokens_in) AS li,
  sum(late_tokens_cached) AS lh, sum(late_tokens_out) AS lo`;
const TOTALS = `t.requests, t.errors, t.response_time_sum, t.cost_micros, t.tokens_in, t.tokens_cached, t.tokens_out,
  t.billed_micros, t.plan_micros, t.late_requests, t.late_errors, t.late_response_time_sum, t.late_cost_micros,
  t.late_billed_micros, t.late_tokens_in, t.late_tokens_cached, t.late_tokens_out`;
/** The sum alone could hide units of the wrong kind. */
const UNITS = "coalesce(sum(quantity), 0) AS q, coalesce(sum(quantity * unit), 0) AS qk";
const KINDS_OF_TOTALS = [1, 2, 3];
const TOTALLED = KINDS_OF_TOTALS.map((kind) => ({
  name: `hourly_totals of kind ${kind}, and other hours`,
  sql: `SELECT ${SUMS}, ${LATE_SUMS} FROM (
    SELECT ${TOTALS} FROM hourly_totals AS t JOIN hourly_series AS s USING (hour, account_id)
      WHERE t.kind = ${kind} AND s.totalled = 1
    UNION ALL SELECT ${TOTALS} FROM hourly_series AS t WHERE totalled <> 1)`,
}));
const HOURS = [
  { name: "hourly_usage", sql: `SELECT ${SUMS}, ${LATE_SUMS}, ${UNITS} FROM hourly_usage` },
  { name: "hourly_series", sql: `SELECT ${SUMS}, ${LATE_SUMS} FROM hourly_series` },
  ...TOTALLED,
];
const isBuilt = (day: string, row: string) =>
  `NOT EXISTS (SELECT 1 FROM open_days AS o WHERE o.day = ${day} AND o.account_id = ${row}.account_id)`;
const DAYS = ["daily_series", "daily_endpoints", "daily_models", "daily_units"].flatMap((table) => {
  const from = `SELECT ${table === "daily_units" ? UNITS : SUMS} FROM ${table} AS d WHERE ${isBuilt("d.day", "d")}`;
  return [
    { name: `${table}, each key`, sql: `${from} AND key_id > 0` },
    { name: `${table}, all keys`, sql: `${from} AND key_id = 0` },
  ];
});
const LEVELS = [...HOURS, ...DAYS];
const LATE = "(timestamp / 1800000 % 2 = 1)";
const RAW = `SELECT count(*) AS n, sum(status_code >= 400) AS x, sum(response_time) AS t, sum(cost_micros) AS c,
    sum(tokens_in) AS i, sum(tokens_cached) AS h, sum(tokens_out) AS o, sum(billed_micros) AS b, sum(plan_micros) AS p,
    sum(${LATE}) AS ln, sum(${LATE} AND status_code >= 400) AS lx, sum(${LATE} * response_time) AS lt,
    sum(${LATE} * cost_micros) AS lc, sum(${LATE} * billed_micros) AS lb, sum(${LATE} * tokens_in) AS li,
    sum(${LATE} * tokens_cached) AS lh, sum(${LATE} * tokens_out) AS lo, coalesce(sum(units), 0) AS q, coalesce(sum(units * unit), 0) AS qk
  FROM api_usage AS u WHERE id <= (SELECT last_id FROM rollup_state)`;
const RAW_OF_BUILT = `${RAW} AND ${isBuilt("u.timestamp / 86400000", "u")}`;

/**
 * In one snapshot: hours hold exactly the rows up to the watermark, built days those of these days, and no chunk is left
 * over.
 * @returns how many rows are rolled up.
 */
export async function expectRolledEqualsRaw(db: Database, when: string): Promise<number> {
  const statements = [
    RAW,
    RAW_OF_BUILT,
    "SELECT count(*) AS n FROM rollup_chunk",
    ...LEVELS.map(({ sql }) => sql),
  ];
  const [raw, ofBuilt, chunk, ...levels] = await db.$client.batch(statements, "read");
  expect(chunk?.rows[0]?.n, `${when}: chunk left over`).toBe(0);
  for (const [i, { name }] of LEVELS.entries()) {
    const held = { ...levels[i]?.rows[0] };
    const expected = i < HOURS.length ? raw : ofBuilt;
    expect({ ...expected?.rows[0] }, `${when}: ${name}`).toMatchObject(held);
  }
  return Number(raw?.rows[0]?.n);
}
