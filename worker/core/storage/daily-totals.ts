import { z } from "zod";
import type { Database } from "./database.ts";
import { inOpenDays, isBuilt } from "./rollup-days.ts";

/** What the account's usage is added up by, per UTC day and key. */
export type TotalsKind = "series" | "models" | "endpoints" | "units";

const SERIES =
  "requests, errors, response_time_sum, cost_micros, tokens_in, tokens_cached, tokens_out, plan_micros";
const MODELS = "requests, errors, response_time_sum, cost_micros, tokens_in, tokens_cached, tokens_out";
const ENDPOINTS = "requests, errors, response_time_sum, cost_micros";

/** The columns that divide a day and key, and the sums of each part. */
const COLUMNS: Record<TotalsKind, { by: string; sums: string }> = {
  series: { by: "", sums: SERIES },
  models: { by: "model_id, ", sums: MODELS },
  endpoints: { by: "endpoint_id, ", sums: ENDPOINTS },
  units: { by: "endpoint_id, model_id, unit, ", sums: "quantity" },
};
const NAMES: Record<TotalsKind, string> = {
  series: "",
  models: "nullif(m.name, '') AS model, ",
  endpoints: "e.path AS endpoint, ",
  units: "e.path AS endpoint, nullif(m.name, '') AS model, unit, ",
};
const MODEL = "LEFT JOIN models AS m ON m.id = model_id";
const ENDPOINT = "LEFT JOIN endpoints AS e ON e.id = endpoint_id";
const JOINS: Record<TotalsKind, string> = {
  series: "",
  models: MODEL,
  endpoints: ENDPOINT,
  units: `${ENDPOINT} ${MODEL}`,
};

/** Days and keys from their own rows and from the hours of open days. Key 0 is all keys. */
const PAGE = `SELECT day, key_id FROM (
    SELECT day, key_id FROM daily_series
      WHERE account_id = :account AND (day, key_id) > (:day, :key) AND key_id > 0
    UNION SELECT o.day, r.key_id FROM ${inOpenDays("hourly_usage")}
      WHERE o.account_id = :account AND (o.day, r.key_id) > (:day, :key))
  ORDER BY day, key_id LIMIT :limit`;

function totals(kind: TotalsKind): string {
  const { by, sums } = COLUMNS[kind];
  const added = sums.replaceAll(/\w+/g, (name) => `sum(${name}) AS ${name}`);
  const having = kind === "units" ? " AND r.unit > 0" : "";
  return `WITH page AS MATERIALIZED (${PAGE})
  SELECT day, k.public_id AS keyId, k.name AS keyName, ${NAMES[kind]}${sums}
  FROM (SELECT day, key_id, ${by}${added} FROM (
      SELECT page.day, page.key_id, ${by}${sums} FROM page CROSS JOIN daily_${kind} AS r
        ON r.account_id = :account AND r.day = page.day AND r.key_id = page.key_id
        AND ${isBuilt("page.day", ":account")}
      UNION ALL SELECT page.day, page.key_id, ${by}${sums} FROM page CROSS JOIN ${inOpenDays("hourly_usage")}
        AND r.key_id = page.key_id${having} WHERE o.day = page.day AND o.account_id = :account)
    GROUP BY ${by}day, key_id)
    ${JOINS[kind]} LEFT JOIN api_keys AS k ON k.id = key_id AND k.account_id = :account
  ORDER BY day, key_id`;
}

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
