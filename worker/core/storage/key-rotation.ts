import { sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ApiKeyRow, activeKeysOf, findKey, type NewKey } from "./keys.ts";
import { writeBatch } from "./write-batch.ts";

interface Rotation {
  /** As it was read; rotating it again, or changing what it is to its plan, is refused. */
  old: Pick<ApiKeyRow, "planKey">;
  fresh: NewKey;
  /** When the old key ends, epoch ms; at the audit entry's time it is revoked at once. */
  endsAt: number;
  /** Active keys the account may have afterwards, where both keys go on working. */
  maxActive: number;
}

/**
 * Puts a fresh key in the place of the audit entry's subject, in one transaction: both or neither, and one at most,
 * however many ask at once. The fresh one takes over the old one's name, expiry, plan, allowed
 * origins and budgets.
 * @returns the fresh key; null when the old one is another account's, revoked, expired or replaced, or the account
 * has too many.
 */
export async function rotateKeyOf(
  db: Database,
  audit: AuditEntry,
  { old, fresh, endsAt, maxActive }: Rotation,
): Promise<ApiKeyRow | null> {
  const { accountId, subject, requestId, at, place } = audit;
  const atOnce = endsAt <= at;
  const room = atOnce ? sql`true` : sql`${activeKeysOf(accountId)} < ${maxActive}`;
  const rotated = sql`account_id = ${accountId} AND public_id = ${subject} AND replaced_by = ${fresh.publicId}`;
  const wasRotated = sql`EXISTS (SELECT 1 FROM api_keys WHERE ${rotated})`;
  const revoked = { accountId, action: "key.revoked", subject, requestId, at, place } as const;
  const created = { ...revoked, action: "key.created", subject: fresh.publicId } as const;
  await writeBatch(db, [
    db.run(sql`UPDATE api_keys SET replaced_by = ${fresh.publicId}, plan_key = 0
      WHERE account_id = ${accountId} AND public_id = ${subject} AND status = 'active' AND replaced_by IS NULL
        AND plan_key = ${old.planKey ? 1 : 0} AND (expires_at IS NULL OR expires_at > ${at}) AND ${room}`),
    db.run(sql`INSERT INTO api_keys
        (public_id, account_id, name, lookup, sealed, mask, status, created_at, expires_at, plan_key,
          allowed_origins)
      SELECT ${fresh.publicId}, account_id, name, ${fresh.lookup}, ${fresh.sealed}, ${fresh.mask}, 'active', ${at},
        expires_at, ${old.planKey ? 1 : 0}, allowed_origins FROM api_keys WHERE ${rotated}`),
    db.run(sql`INSERT INTO key_budgets (key_id, period, micros)
      SELECT (SELECT id FROM api_keys WHERE public_id = ${fresh.publicId}), period, micros FROM key_budgets
      WHERE key_id = (SELECT id FROM api_keys WHERE ${rotated})`),
    atOnce
      ? db.run(
          sql`UPDATE api_keys SET status = 'revoked', sealed = NULL, revoked_at = ${at} WHERE ${rotated}`,
        )
      : db.run(sql`UPDATE api_keys SET expires_at = min(coalesce(expires_at, ${endsAt}), ${endsAt})
          WHERE ${rotated}`),
    auditIf(db, audit, wasRotated),
    auditIf(db, created, wasRotated),
    auditIf(db, revoked, atOnce ? wasRotated : sql`false`),
  ]);
  return await findKey(db, accountId, fresh.publicId);
}
