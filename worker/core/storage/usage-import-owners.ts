import { z } from "zod";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const accountRow = z.object({ userId: z.string(), id: z.number() });
const keyRow = z.object({ id: z.number(), accountId: z.number(), publicId: z.string(), mask: z.string() });
export type NamedKey = z.infer<typeof keyRow>;

/** Account ids by Supabase user id, including closed accounts. */
export async function findAccountIds(db: Database, userIds: string[]): Promise<Map<string, number>> {
  const { rows } = await db.$client.execute({
    sql: `SELECT a.user_id AS userId, a.id FROM json_each(?1) AS wanted
      CROSS JOIN accounts AS a ON a.user_id = wanted.value`,
    args: [JSON.stringify(userIds)],
  });
  return new Map(
    z
      .array(accountRow)
      .parse(rows)
      .map(({ userId, id }) => [userId, id]),
  );
}

/** Creates missing accounts, without an email until the user signs in. `now` is epoch ms. */
export async function makeAccounts(db: Database, userIds: string[], now: number): Promise<void> {
  const sql = `INSERT INTO accounts (user_id, email, created_at) SELECT value, '', ?2 FROM json_each(?1) WHERE true
    ON CONFLICT DO NOTHING`;
  await writeBatch(db, [{ sql, args: [JSON.stringify(userIds), now] }]);
}

const KEY = "k.id, k.account_id AS accountId, k.public_id AS publicId, k.mask";
const NAMED_KEYS = `SELECT ${KEY} FROM json_each(?1) AS wanted CROSS JOIN api_keys AS k ON k.public_id = wanted.value
  UNION
  SELECT ${KEY} FROM json_each(?2) AS wanted CROSS JOIN api_keys AS k
    ON k.account_id = wanted.value->>'$[0]' AND k.mask = wanted.value->>'$[1]'`;

/** Keys of any account with these public ids, and keys with these `[account id, mask]` pairs in JSON. */
export async function findNamedKeys(db: Database, publicIds: string[], masks: string[]): Promise<NamedKey[]> {
  const args = [JSON.stringify(publicIds), `[${masks.join(",")}]`];
  const { rows } = await db.$client.execute({ sql: NAMED_KEYS, args });
  return z.array(keyRow).parse(rows);
}
