import fc from "fast-check";
import type { Database } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";

export const TABLES = [
  "hourly_series",
  "daily_series",
  "hourly_endpoints",
  "daily_endpoints",
  "hourly_models",
  "daily_models",
  "hourly_units",
  "daily_units",
] as const;
/** What a table of this kind has besides account, key, bucket and sums. */
const OWN = { series: "tally", endpoints: "endpoint_id", models: "model_id" };
const kindOf = (table: string) => OWN[table.replace(/^.*_/, "") as keyof typeof OWN];
const holdsUnits = (table: string) => table.endsWith("units");
const ofSums = (table: string, sql: string) => (holdsUnits(table) ? "" : sql);
const bucketOf = (table: string) => (table.startsWith("hourly") ? "hour" : "day");
const picked = (table: string) =>
  `account_id = :account AND (${bucketOf(table)}, key_id) IN (SELECT ${bucketOf(table)}, key_id FROM ${table}
   WHERE account_id = :account ORDER BY ${bucketOf(table)}, key_id LIMIT 1 OFFSET :place % max(1, (SELECT count(*)
   FROM ${table} WHERE account_id = :account)))`;

/** Ways in which a bucket can be wrong, as after a bug or a manual mistake. */
const KINDS = {
  gone: (table: string) => `DELETE FROM ${table} WHERE ${picked(table)}`,
  requests: (table: string) =>
    ofSums(table, `UPDATE ${table} SET requests = requests + 1 WHERE ${picked(table)}`),
  cost: (table: string) =>
    ofSums(table, `UPDATE ${table} SET cost_micros = cost_micros - 1 WHERE ${picked(table)}`),
  doubled: (table: string) =>
    ofSums(
      table,
      `UPDATE ${table} SET requests = 2 * requests, errors = 2 * errors,
    response_time_sum = 2 * response_time_sum, cost_micros = 2 * cost_micros WHERE ${picked(table)}`,
    ),
  quantity: (table: string) =>
    holdsUnits(table) ? `UPDATE ${table} SET quantity = quantity + 1 WHERE ${picked(table)}` : "",
  unit: (table: string) =>
    holdsUnits(table) ? `UPDATE OR REPLACE ${table} SET unit = unit % 4 + 1 WHERE ${picked(table)}` : "",
  tally: (table: string) =>
    table.endsWith("series") ? `UPDATE ${table} SET tally = tally || 'P' WHERE ${picked(table)}` : "",
  late: (table: string) =>
    table === "hourly_series"
      ? `UPDATE hourly_series SET late_errors = late_errors + 1 WHERE ${picked(table)}`
      : "",
  lateCost: (table: string) =>
    table === "hourly_series"
      ? `UPDATE hourly_series SET late_cost_micros = late_cost_micros + 1 WHERE ${picked(table)}`
      : "",
  billed: (table: string) =>
    table.endsWith("series")
      ? `UPDATE ${table} SET billed_micros = billed_micros + 1 WHERE ${picked(table)}`
      : "",
  lateBilled: (table: string) =>
    table === "hourly_series"
      ? `UPDATE hourly_series SET late_billed_micros = late_billed_micros + 1 WHERE ${picked(table)}`
      : "",
  tokens: (table: string) =>
    /endpoints|units/.test(table)
      ? ""
      : `UPDATE ${table} SET tokens_cached = tokens_cached + 1 WHERE ${picked(table)}`,
  plan: (table: string) =>
    table.endsWith("series")
      ? `UPDATE ${table} SET plan_micros = plan_micros + 1 WHERE ${picked(table)}`
      : "",
  foreign: (table: string) => {
    const late = table === "hourly_series" ? ["late_requests", "late_errors", "late_response_time_sum"] : [];
    const names = [kindOf(table), ...late];
    if (holdsUnits(table))
      return `INSERT INTO ${table} (account_id, key_id, ${bucketOf(table)}, endpoint_id, model_id, unit, quantity)
      SELECT account_id, 987654321, ${bucketOf(table)}, 1, 0, 1, 1
      FROM ${table} WHERE ${picked(table)} LIMIT 1 ON CONFLICT DO NOTHING`;
    return `INSERT INTO ${table} (account_id, key_id, ${bucketOf(table)}, requests, errors, response_time_sum,
      cost_micros, ${names.join(", ")})
      SELECT account_id, 987654321, ${bucketOf(table)}, 1, 0, 1, 1, ${names.map((name) => (name === "tally" ? "'P'" : 1)).join(", ")}
      FROM ${table} WHERE ${picked(table)} LIMIT 1 ON CONFLICT DO NOTHING`;
  },
};

const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
/** Every way in which a bucket of every table can be wrong. */
export const EACH_DAMAGE = TABLES.flatMap((table) => kinds.map((kind) => ({ table, kind, place: 1 }))).filter(
  ({ table, kind }) => KINDS[kind](table) !== "",
);
export const someDamage = fc.record({
  table: fc.constantFrom(...TABLES),
  kind: fc.constantFrom(...kinds),
  place: fc.nat({ max: 1000 }),
});
type Damage = typeof someDamage extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes a bucket of the account wrong. @returns whether anything changed. */
export async function damage(
  db: Database,
  account: number,
  { table, kind, place }: Damage,
): Promise<boolean> {
  const sql = KINDS[kind](table);
  if (sql === "") return false;
  const [result] = await writeBatch(db, [{ sql, args: { account, place } }]);
  return (result?.rowsAffected ?? 0) > 0;
}
