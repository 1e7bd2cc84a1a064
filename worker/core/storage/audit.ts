import { and, eq, gt, min, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type AuditAction, actionsOf } from "#core/domain/audit.ts";
import type { Database } from "./database.ts";
import { firstOf, writeAndRead } from "./read.ts";
import { auditLog } from "./schema/accounts.ts";
import { hasChanged } from "./write-batch.ts";

const logRows = z.array(
  z.object({
    id: z.int(),
    action: z.enum(actionsOf() as [AuditAction, ...AuditAction[]]),
    subject: z.string(),
    requestId: z.string(),
    detail: z.string().nullable(),
    createdAt: z.int(),
    keyName: z.string().nullable(),
    place: z.string().nullable(),
  }),
);
export type AuditLogRow = z.infer<typeof logRows>[number];

/** The location of a request; null where unknown. */
export interface AuditPlace {
  device: string | null;
  city: string | null;
  country: string | null;
}

export interface AuditEntry {
  accountId: number;
  action: AuditAction;
  subject: string;
  requestId: string;
  at: number;
  place?: AuditPlace | undefined;
  /** Name of the access token that the request was made with. */
  token?: string | undefined;
  /** Never holds a secret. */
  detail?: Readonly<
    Record<string, string | number | boolean | null | undefined | readonly string[] | readonly number[]>
  >;
}

const placeJson = (place: AuditPlace | undefined) =>
  place && Object.values(place).some((value) => value !== null) ? JSON.stringify(place) : null;

function detailJson({ detail, token }: Pick<AuditEntry, "detail" | "token">): string | null {
  if (token !== undefined) return JSON.stringify({ ...detail, by: "token", token });
  return detail === undefined ? null : JSON.stringify(detail);
}

/** For `writeBatch`: inserts the entry if `condition` holds. Its subject may be known to the database alone. */
export function auditIf(
  db: Database,
  entry: Omit<AuditEntry, "subject"> & { subject: string | SQL },
  condition: SQL,
) {
  const { accountId, action, subject, requestId, at } = entry;
  const detail = detailJson(entry);
  return db.run(sql`INSERT INTO audit_log (account_id, action, subject, request_id, created_at, detail, place)
    SELECT ${accountId}, ${action}, ${subject}, ${requestId}, ${at}, ${detail}, ${placeJson(entry.place)}
    WHERE ${condition}`);
}

/**
 * Records the entry unless the account has `max` entries of its action after `since` (epoch ms). One statement, so that
 * concurrent requests cannot pass together.
 * @returns null when recorded, else the time of the oldest entry counted.
 */
export async function auditWithin(
  db: Database,
  entry: AuditEntry,
  limit: AuditLimit,
): Promise<number | null> {
  const { write, oldest } = auditedWithin(db, entry, limit);
  const { written, values } = await writeAndRead(db, [write], [oldest]);
  return hasChanged(written[0]) ? null : values[0];
}

interface AuditLimit {
  max: number;
  /** Epoch ms. */
  since: number;
}

/** For `writeAndRead`: the parts of `auditWithin`. */
export function auditedWithin(db: Database, entry: AuditEntry, { max, since }: AuditLimit) {
  const counted = and(
    eq(auditLog.accountId, entry.accountId),
    eq(auditLog.action, entry.action),
    gt(auditLog.createdAt, since),
  );
  const fewer = sql`(SELECT count(*) FROM ${auditLog} WHERE ${counted}) < ${max}`;
  const oldest = db
    .select({ at: min(auditLog.createdAt) })
    .from(auditLog)
    .where(counted);
  return {
    write: auditIf(db, entry, fewer),
    oldest: firstOf(db, oldest).map((row) => row?.at ?? entry.at),
  };
}

/** Entries are ordered by time (epoch ms), then by id. */
export interface AuditCursor {
  at: number;
  id: number;
}

interface AuditScope {
  actions: readonly AuditAction[];
  before: AuditCursor | null;
  limit: number;
}

/** The newest entries with these actions. The index is by action: at most `limit` entries per action are read. */
export async function readAuditLog(
  db: Database,
  accountId: number,
  { actions, before, limit }: AuditScope,
): Promise<AuditLogRow[]> {
  const older = before === null ? sql`true` : sql`(created_at, id) < (${before.at}, ${before.id})`;
  const newestOf = (action: AuditAction): SQL => sql`SELECT * FROM (SELECT * FROM audit_log
    WHERE account_id = ${accountId} AND action = ${action} AND ${older}
    ORDER BY created_at DESC, id DESC LIMIT ${limit})`;
  const rows = await db.all(sql`WITH newest AS (${sql.join(actions.map(newestOf), sql` UNION ALL `)})
    SELECT newest.id, newest.action, newest.subject, newest.request_id AS requestId, newest.detail,
      newest.created_at AS createdAt, newest.place, api_keys.name AS keyName
    FROM newest LEFT JOIN api_keys ON api_keys.public_id = newest.subject AND api_keys.account_id = ${accountId}
    ORDER BY newest.created_at DESC, newest.id DESC LIMIT ${limit}`);
  return logRows.parse(rows);
}
