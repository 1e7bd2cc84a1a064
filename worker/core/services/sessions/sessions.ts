import type {
  AccountSession,
  AccountSessions,
  EndedSession,
  EndedSessions,
} from "#core/contract/identity.ts";
import { notFound } from "#core/domain/errors.ts";
import { isoTime } from "#core/domain/time.ts";
import type { UserSession } from "#core/ports.ts";
import { auditStamp, deviceName } from "#core/services/audit/audit-stamp.ts";
import type {
  AccountContext,
  Caller,
  CallerContext,
  IdentityContext,
  MeteringContext,
} from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { beginToEnd, recordEnd, recordEndOfAll } from "#core/storage/session-endings.ts";

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const MAX_LISTED_SESSIONS = 100;

/** This session first, then the most recently active. @throws DomainError `unauthorized`, `identity_unavailable`. */
export async function listSessions({
  caller,
  directory,
}: CallerContext & IdentityContext): Promise<AccountSessions> {
  const sessions = await directory.listSessions(caller.token);
  const items = sessions
    .map((session) => sessionView(session, caller))
    .sort(byActivity)
    .slice(0, MAX_LISTED_SESSIONS);
  return { items, next_cursor: null };
}

const sessionView = ({ id, userAgent, ip, createdAt, lastActiveAt }: UserSession, caller: Caller) => ({
  id,
  device: deviceName(userAgent),
  ip,
  created_at: isoTime(createdAt),
  last_active_at: isoTime(lastActiveAt),
  current: id === caller.sessionId,
});

const byActivity = (left: AccountSession, right: AccountSession) =>
  Number(right.current) - Number(left.current) || right.last_active_at.localeCompare(left.last_active_at);

type EndContext = AccountContext & CallerContext & IdentityContext & MeteringContext;

/**
 * Also ends the account's grants for the Playground: sessions that go on get new ones. The session gets none from before
 * the provider ends it. You can repeat it after a failure.
 * @throws DomainError `not_found`; `unauthorized` when this session itself has ended; `identity_unavailable`.
 */
export async function endSession(ctx: EndContext, { id }: { id: string }): Promise<EndedSession> {
  const { db, account, caller, directory } = ctx;
  if (!SESSION_ID.test(id)) throw notFound("Session");
  const sessionId = id.toLowerCase();
  await refuseGrantsOf(ctx, sessionId);
  const endedNow = await directory.endSession(caller.token, sessionId);
  const entry = { ...auditStamp(ctx, account.id), action: "session.ended", subject: sessionId } as const;
  if (!(await recordEnd(db, entry, endedNow))) throw notFound("Session");
  return { id, status: "ended" };
}

/**
 * Ends every session of the account's owner, and all grants for the Playground; none is given to them from before the
 * provider ends them. @throws DomainError `unauthorized` when this session itself has ended; `identity_unavailable`.
 */
export async function endAllSessions(ctx: EndContext): Promise<EndedSessions> {
  const { db, account, caller, directory } = ctx;
  await refuseGrantsOf(ctx, null);
  await directory.endSessions(caller.token);
  const entry = { ...auditStamp(ctx, account.id), action: "sessions.ended" } as const;
  await recordEndOfAll(db, { ...entry, subject: account.userId });
  return { status: "ended" };
}

/** @param sessionId null for all sessions. */
async function refuseGrantsOf(ctx: EndContext, sessionId: string | null): Promise<void> {
  const { db, account, clock } = ctx;
  await refreshMeter(ctx, await beginToEnd(db, { accountId: account.id, sessionId, at: clock.now() }));
}
