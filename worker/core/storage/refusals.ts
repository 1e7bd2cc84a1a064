import { z } from "zod";
import type { Database } from "./database.ts";
import { jsonRows } from "./usage-window.ts";
import { writeBatch } from "./write-batch.ts";

/** Rows of one read: far more than a customer can make sense of. */
const MOST_ROWS = 20_000;

const refusal = z.object({
  hour: z.number(),
  code: z.string(),
  requests: z.number(),
  publicId: z.string().nullable(),
  name: z.string().nullable(),
});
export type Refusal = z.infer<typeof refusal>;

/** A key's counts of an hour and code are summed over the lives of the account's meter. */
const REFUSALS = jsonRows(
  ["hour", "code", "requests", "publicId", "name"],
  `SELECT counted.hour, counted.code, counted.requests, k.public_id AS publicId, k.name
   FROM (SELECT hour, key_id, code, sum(requests) AS requests FROM key_refusals
     WHERE account_id = :account AND hour >= :from AND hour < :to AND (:key = 0 OR key_id = :key)
     GROUP BY hour, key_id, code ORDER BY hour DESC LIMIT :limit) AS counted
   LEFT JOIN api_keys AS k ON k.id = counted.key_id AND k.account_id = :account`,
);

/** Refused requests in the hours [from, to) since the epoch, newest first. `more` is true if older ones are left out. */
export async function readRefusals(
  db: Database,
  { accountId, keyId, from, to }: { accountId: number; keyId: number; from: number; to: number },
): Promise<{ refusals: Refusal[]; more: boolean }> {
  const args = { account: accountId, key: keyId, from, to, limit: MOST_ROWS + 1 };
  const { rows } = await db.$client.execute({ sql: REFUSALS, args });
  const refusals = z.array(refusal).parse(JSON.parse(String(rows[0]?.json)));
  return { refusals: refusals.slice(0, MOST_ROWS), more: refusals.length > MOST_ROWS };
}

const RETIRE = `DELETE FROM key_refusals WHERE (account_id, hour, key_id, code, epoch) IN (
  SELECT account_id, hour, key_id, code, epoch FROM key_refusals WHERE hour < ?1 LIMIT ?2)`;

/** Deletes at most `limit` counts of hours before `before` (hours since the epoch). @returns the number deleted. */
export async function retireRefusals(db: Database, before: number, limit: number): Promise<number> {
  const [result] = await writeBatch(db, [{ sql: RETIRE, args: [before, limit] }]);
  return result?.rowsAffected ?? 0;
}
