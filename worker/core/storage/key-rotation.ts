import { sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ChangedKeyInUse, changeAndRead } from "./key-changes.ts";
import { type ApiKeyRow, activeKeysOf, insertKeyFrom, type NewKey } from "./keys.ts";
import { writeBatch } from "./write-batch.ts";

interface Rotation {
  /** As it was read: the rotation is refused if the key has left or joined a plan since. */
  old: Pick<ApiKeyRow, "planKey">;
  fresh: NewKey;
  /** When the old key expires, epoch ms; it is revoked at once if this is not after the audit entry's time. */
  endsAt: number;
  /** Limit of active keys, if both keys keep working. */
  maxActive: number;
}

/**
 * Replaces the audit entry's subject with a fresh key, at most once, in one transaction. The fresh key takes over name,
 * expiry, plan, restrictions, balance access and budgets, and what was spent of them.
 * @returns without a key when the old one is unknown, revoked, expired or replaced, or the account has too many keys.
 */
export function rotateKeyOf(
  db: Database,
  audit: AuditEntry,
  { old, fresh, endsAt, maxActive }: Rotation,
): Promise<ChangedKeyInUse> {
  const { accountId, subject, requestId, at, place } = audit;
  const atOnce = endsAt <= at;
  const room = atOnce ? sql`true` : sql`${activeKeysOf(accountId)} < ${maxActive}`;
  const rotated = sql`account_id = ${accountId} AND public_id = ${subject} AND replaced_by = ${fresh.publicId}`;
  const wasRotated = sql`EXISTS (SELECT 1 FROM api_keys WHERE ${rotated})`;
  const revoked = { accountId, action: "key.revoked", subject, requestId, at, place } as const;
  const created = { ...revoked, action: "key.created", subject: fresh.publicId } as const;
  const writes = [
    db.run(sql`UPDATE api_keys SET replaced_by = ${fresh.publicId}, plan_key = 0
      WHERE account_id = ${accountId} AND public_id = ${subject} AND status = 'active' AND replaced_by IS NULL
        AND playground = 0 AND plan_key = ${old.planKey ? 1 : 0} AND (expires_at IS NULL OR expires_at > ${at}) AND ${room}`),
    insertKeyFrom(db, fresh, {
      accountId,
      createdAt: at,
      name: sql`name`,
      expiresAt: sql`expires_at`,
      planKey: old.planKey,
      allowedOrigins: sql`allowed_origins`,
      restrictions: sql`restrictions`,
      showsBalance: sql`shows_balance`,
      lineage: sql`coalesce(lineage, id)`,
      from: sql`FROM api_keys WHERE ${rotated}`,
    }),
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
  ];
  return changeAndRead(db, writes, { accountId, publicId: fresh.publicId, at });
}

/** Revokes replaced keys that have expired and deletes their ciphertexts. @returns the number revoked. */
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
