import { and, eq, gt, min, sql } from "drizzle-orm";
import type { AuditAction } from "#core/domain/audit.ts";
import type { Database } from "./database.ts";
import { auditLog } from "./schema/accounts.ts";
import { writeBatch } from "./write-batch.ts";

/** From where something was done; of each, null when it is not known. */
export interface AuditPlace {
  device: string | null;
  city: string | null;
  /** ISO 3166 code. */
  country: string | null;
}

export interface AuditEntry {
  accountId: number;
  action: AuditAction;
  /** Public id of what was acted on. */
  subject: string;
  requestId: string;
  /** Epoch milliseconds. */
  at: number;
  place?: AuditPlace | undefined;
  /** What else is worth knowing. Never a secret. */
  detail?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Nothing rather than a place of which nothing is known. */
const placeJson = (place: AuditPlace | undefined) =>
  place && Object.values(place).some((part) => part !== null) ? JSON.stringify(place) : null;

/** An insert of the entry that only happens if `condition` holds then; for `writeBatch`. */
export function auditIf(db: Database, entry: AuditEntry, condition: ReturnType<typeof sql>) {
  const { accountId, action, subject, requestId, at } = entry;
  const detail = entry.detail === undefined ? null : JSON.stringify(entry.detail);
  return db.run(sql`INSERT INTO audit_log (account_id, action, subject, request_id, created_at, detail, place)
    SELECT ${accountId}, ${action}, ${subject}, ${requestId}, ${at}, ${detail}, ${placeJson(entry.place)}
    WHERE ${condition}`);
}

export async function audit(db: Database, entry: AuditEntry): Promise<void> {
  await writeBatch(db, [auditIf(db, entry, sql`true`)]);
}

/**
 * Records the entry unless the account has `max` of its action since `since` (epoch ms, exclusive).
 * Counting and recording are one statement, so that requests at the same moment cannot pass together.
 * @returns null when recorded, else the time of the oldest entry that counted.
 */
export async function auditWithin(
  db: Database,
  entry: AuditEntry,
  { max, since }: { max: number; since: number },
): Promise<number | null> {
  const counted = and(
    eq(auditLog.accountId, entry.accountId),
    eq(auditLog.action, entry.action),
    gt(auditLog.createdAt, since),
  );
  const fewer = sql`(SELECT count(*) FROM ${auditLog} WHERE ${counted}) < ${max}`;
  const [recorded] = await writeBatch(db, [auditIf(db, entry, fewer)]);
  if (recorded && recorded.rowsAffected > 0) return null;
  const [oldest] = await db
    .select({ at: min(auditLog.createdAt) })
    .from(auditLog)
    .where(counted);
  return oldest?.at ?? entry.at;
}
