import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

/**
 * Revokes at most `limit` keys that rotation replaced and whose time is over, longest over first: deletes their
 * ciphertexts and records each, in one transaction.
 * @returns how many.
 */
export async function revokeReplacedKeys(
  db: Database,
  { at, limit, requestId }: { at: number; limit: number; requestId: string },
): Promise<number> {
  const ended = sql`id IN (SELECT id FROM api_keys
    WHERE replaced_by IS NOT NULL AND status = 'active' AND expires_at <= ${at} ORDER BY expires_at, id LIMIT ${limit})`;
  const [, revoked] = await writeBatch(db, [
    db.run(sql`INSERT INTO audit_log (account_id, action, subject, request_id, created_at, detail)
      SELECT account_id, 'key.revoked', public_id, ${requestId}, ${at}, '{"by":"rotation"}' FROM api_keys WHERE ${ended}`),
    db.run(sql`UPDATE api_keys SET status = 'revoked', sealed = NULL, revoked_at = ${at} WHERE ${ended}`),
  ]);
  return revoked?.rowsAffected ?? 0;
}
