import { EXPIRY_NOTICE_DAYS } from "#core/domain/notifications.ts";
import { DAY_MS } from "#core/domain/ranges.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const [LAST, FIRST] = EXPIRY_NOTICE_DAYS;

/**
 * Each key at the later of the two moments that it has come to; one that was made for less than that has none. The
 * source names the end, so that a key whose end was moved is told of again.
 */
const NOTE = `INSERT INTO notifications (account_id, kind, source, data, created_at)
  SELECT account_id, 'key_expiring', source, json_object('key', public_id, 'name', name, 'expires_at', expires_at,
    'days', (expires_at - CAST(:now AS INTEGER) + ${DAY_MS - 1}) / ${DAY_MS}), :now
  FROM (SELECT k.*, 'key_expiring:' || k.id || ':' || k.expires_at || ':' || due AS source
    FROM (SELECT *, iif(expires_at <= :now + ${LAST * DAY_MS}, ${LAST}, ${FIRST}) AS due FROM api_keys
      WHERE expires_at IS NOT NULL AND status = 'active' AND replaced_by IS NULL
        AND expires_at > :now AND expires_at <= :now + ${FIRST * DAY_MS}) AS k
    WHERE k.disabled_at IS NULL AND k.created_at <= k.expires_at - k.due * ${DAY_MS}) AS e
  WHERE NOT EXISTS (SELECT 1 FROM notifications AS n WHERE n.account_id = e.account_id AND n.source = e.source)
  ORDER BY expires_at LIMIT :limit`;

/**
 * Tells the owners of keys that end within a week, and again within a day, at most `limit` of them, in one statement.
 * Repeating it tells nobody twice.
 * @param now epoch ms.
 * @returns how many.
 */
export async function noteExpiring(
  db: Database,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const [noted] = await writeBatch(db, [{ sql: NOTE, args: { now, limit } }]);
  return noted?.rowsAffected ?? 0;
}
