import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type AuditAction, actionsOf } from "#core/domain/audit.ts";
import type { Database } from "./database.ts";

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

/** Entries are ordered by time (epoch ms) and, within one, by id. */
export interface AuditCursor {
  at: number;
  id: number;
}

interface AuditScope {
  actions: readonly AuditAction[];
  /** Only what comes before; null for all. */
  before: AuditCursor | null;
  limit: number;
}

/**
 * At most `limit` entries of the account with these actions, newest first, and the name of the key that each is about.
 * The index holds each action by time: of each, no more than `limit` entries are read.
 */
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
