import { z } from "zod";
import type { Database } from "./database.ts";

/** What the account's usage is added up by, per UTC day and key. */
export type TotalsKind = "series" | "models" | "endpoints" | "units";

const MODEL = "LEFT JOIN models AS m ON m.id = r.model_id";
const ENDPOINT = "LEFT JOIN endpoints AS e ON e.id = r.endpoint_id";
const SUMS = "r.requests, r.errors, r.response_time_sum, r.cost_micros";
const TOKENS = "r.tokens_in, r.tokens_cached, r.tokens_out";

const COLUMNS: Record<TotalsKind, string> = {
  series: `${SUMS}, ${TOKENS}, r.plan_micros`,
  models: `nullif(m.name, '') AS model, ${SUMS}, ${TOKENS}`,
  endpoints: `e.path AS endpoint, ${SUMS}`,
  units: "e.path AS endpoint, nullif(m.name, '') AS model, r.unit, r.quantity",
};
const JOINS: Record<TotalsKind, string> = {
  series: "",
  models: MODEL,
  endpoints: ENDPOINT,
  units: `${MODEL} ${ENDPOINT}`,
};

/** Only this table has an index by account first; it has a row for each day and key of the others. Key 0 is all keys. */
const PAGE = `SELECT day, key_id FROM daily_series
  WHERE account_id = :account AND (day, key_id) > (:day, :key) AND key_id > 0 ORDER BY day, key_id LIMIT :limit`;

const totals = (kind: TotalsKind) => `WITH page AS MATERIALIZED (${PAGE})
  SELECT page.day, k.public_id AS keyId, k.name AS keyName, ${COLUMNS[kind]}
  FROM page CROSS JOIN daily_${kind} AS r
    ON r.account_id = :account AND r.day = page.day AND r.key_id = page.key_id
  ${JOINS[kind]} LEFT JOIN api_keys AS k ON k.id = page.key_id AND k.account_id = :account
  ORDER BY page.day, page.key_id`;

const totalsRow = z.object({
  day: z.int(),
  keyId: z.string().nullable(),
  keyName: z.string().nullable(),
  endpoint: z.string().nullable().optional(),
  model: z.string().nullable().optional(),
  requests: z.int().optional(),
  errors: z.int().optional(),
  response_time_sum: z.int().optional(),
  cost_micros: z.int().optional(),
  tokens_in: z.int().optional(),
  tokens_cached: z.int().optional(),
  tokens_out: z.int().optional(),
  plan_micros: z.int().optional(),
  unit: z.int().optional(),
  quantity: z.int().optional(),
});
export type TotalsRow = z.infer<typeof totalsRow>;

/** The day since the epoch, and the key's row id. */
export interface TotalsPosition {
  day: number;
  key: number;
}
const position = z.object({ day: z.int(), key: z.int() });

/** The account's totals of the `limit` days and keys after `after`, oldest first; `next` is null at the end. */
export async function readDailyTotals(
  db: Database,
  accountId: number,
  { kind, after, limit }: { kind: TotalsKind; after: TotalsPosition | null; limit: number },
): Promise<{ rows: TotalsRow[]; next: TotalsPosition | null }> {
  const { day, key } = after ?? { day: 0, key: 0 };
  const args = { account: accountId, day, key, limit };
  const last = `SELECT day, key_id AS "key" FROM (${PAGE}) ORDER BY day DESC, key_id DESC LIMIT 1`;
  const [found, end] = await db.$client.batch(
    [
      { sql: totals(kind), args },
      { sql: last, args },
    ],
    "read",
  );
  const rows = z.array(totalsRow).parse(found?.rows.map((row) => ({ ...row })));
  return { rows, next: end?.rows[0] === undefined ? null : position.parse({ ...end.rows[0] }) };
}
