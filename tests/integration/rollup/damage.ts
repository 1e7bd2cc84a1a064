import fc from "fast-check";
import type { Database } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";

/** Tables of the roll-up, with what divides their hours or days of an account. */
const KEYS = {
  hourly_usage: ["hour", "key_id", "endpoint_id", "model_id", "unit", "member_id"],
  hourly_series: ["hour"],
  hourly_totals: ["hour", "kind", "id"],
  daily_series: ["day", "key_id", "member_id"],
  daily_endpoints: ["day", "key_id", "endpoint_id"],
  daily_models: ["day", "key_id", "model_id"],
  daily_units: ["day", "key_id", "endpoint_id", "model_id", "unit"],
};
type Name = keyof typeof KEYS;
// These are its keys.
export const TABLES = Object.keys(KEYS) as Name[];
const isUnits = (table: Name) => table === "daily_units";
const isHours = (table: Name) => table.startsWith("hourly");
const hasTally = (table: Name) => KEYS[table].includes("member_id") || table === "hourly_series";
const hasUnits = (table: Name) => KEYS[table].includes("unit");

function picked(table: Name): string {
  const key = KEYS[table].join(", ");
  return `account_id = :account AND (${key}) IN (SELECT ${key} FROM ${table}
    WHERE account_id = :account ORDER BY ${key} LIMIT 1 OFFSET :place % max(1, (SELECT count(*)
    FROM ${table} WHERE account_id = :account)))`;
}
const set = (table: Name, change: string, applies: boolean) =>
  applies ? `UPDATE OR REPLACE ${table} SET ${change} WHERE ${picked(table)}` : "";

/** Ways in which a bucket can be wrong, as after a bug or a manual mistake. */
const KINDS: Record<string, (table: Name) => string> = {
  gone: (table) => `DELETE FROM ${table} WHERE ${picked(table)}`,
  requests: (table) => set(table, "requests = requests + 1", !isUnits(table)),
  cost: (table) => set(table, "cost_micros = cost_micros - 1", !isUnits(table)),
  doubled: (table) =>
    set(
      table,
      `requests = 2 * requests, errors = 2 * errors, response_time_sum = 2 * response_time_sum,
       cost_micros = 2 * cost_micros`,
      !isUnits(table),
    ),
  quantity: (table) => set(table, "quantity = quantity + 1", hasUnits(table)),
  unit: (table) => set(table, "unit = unit % 4 + 1", hasUnits(table)),
  tally: (table) => set(table, "tally = tally || 'P'", hasTally(table)),
  late: (table) => set(table, "late_errors = late_errors + 1", isHours(table)),
  lateCost: (table) => set(table, "late_cost_micros = late_cost_micros + 1", isHours(table)),
  billed: (table) => set(table, "billed_micros = billed_micros + 1", !isUnits(table)),
  lateBilled: (table) => set(table, "late_billed_micros = late_billed_micros + 1", isHours(table)),
  tokens: (table) => set(table, "tokens_cached = tokens_cached + 1", !isUnits(table)),
  plan: (table) => set(table, "plan_micros = plan_micros + 1", !isUnits(table)),
  member: (table) => set(table, "member_id = member_id + 1", KEYS[table].includes("member_id")),
  key: (table) => set(table, "key_id = 987654321", KEYS[table].includes("key_id")),
};

const kinds = Object.keys(KINDS);
/** Every way in which a bucket of every table can be wrong. */
export const EACH_DAMAGE = TABLES.flatMap((table) => kinds.map((kind) => ({ table, kind, place: 1 }))).filter(
  ({ table, kind }) => KINDS[kind]?.(table) !== "",
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
  const sql = KINDS[kind]?.(table) ?? "";
  if (sql === "") return false;
  const [result] = await writeBatch(db, [{ sql, args: { account, place } }]);
  return (result?.rowsAffected ?? 0) > 0;
}
