import { and, eq, isNull, sql } from "drizzle-orm";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { endPlaygroundSessions } from "./playground.ts";
import { writeAndRead } from "./read.ts";
import { seenSessions } from "./schema/notifications.ts";
import { findSeenSession } from "./sign-ins.ts";
import { writeBatch } from "./write-batch.ts";

/** Which of an account's sessions end. */
export interface EndingSessions {
  accountId: number;
  /** Null for all. */
  sessionId: string | null;
  /** Epoch ms. */
  at: number;
}

/** For `writeBatch`: as `endPlaygroundSessions`, and these sessions get no new grants, though the provider knows them. */
export const refuseGrants = (db: Database, { accountId, sessionId, at }: EndingSessions) => [
  db
    .update(seenSessions)
    .set({ endedAt: at })
    .where(
      and(
        eq(seenSessions.accountId, accountId),
        sessionId === null ? undefined : eq(seenSessions.sessionId, sessionId),
        isNull(seenSessions.endedAt),
      ),
    ),
  endPlaygroundSessions(db, accountId),
];

/** Before the provider ends them. @returns the account's route. */
export async function beginToEnd(db: Database, sessions: EndingSessions): Promise<string | null> {
  const { values } = await writeAndRead(db, refuseGrants(db, sessions), [
    findAccountRoute(db, sessions.accountId),
  ]);
  return values[0];
}

/** Records that all sessions have ended, also those that the API saw first meanwhile. */
export async function recordEndOfAll(db: Database, audit: AuditEntry): Promise<void> {
  const { accountId, at } = audit;
  await writeBatch(db, [
    ...refuseGrants(db, { accountId, sessionId: null, at }),
    auditIf(db, audit, sql`true`),
  ]);
}

/**
 * Records the end of the session that is the entry's subject, unless an earlier try has.
 * @param endedNow the provider has ended it with this try. @returns false for a session that the account never had.
 */
export async function recordEnd(db: Database, audit: AuditEntry, endedNow: boolean): Promise<boolean> {
  const { accountId, action, subject, at } = audit;
  const isSeen = sql`EXISTS (SELECT 1 FROM seen_sessions
    WHERE account_id = ${accountId} AND session_id = ${subject})`;
  const isRecorded = sql`EXISTS (SELECT 1 FROM audit_log
    WHERE account_id = ${accountId} AND action = ${action} AND subject = ${subject})`;
  const { values } = await writeAndRead(
    db,
    [
      ...refuseGrants(db, { accountId, sessionId: subject, at }),
      auditIf(db, audit, endedNow ? sql`true` : sql`${isSeen} AND NOT ${isRecorded}`),
    ],
    [findSeenSession(db, accountId, subject)],
  );
  return endedNow || values[0] !== null;
}
