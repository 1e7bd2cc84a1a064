import type { AccountSession, AccountSessions, EndedSession } from "#core/contract/identity.ts";
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
import { endSessionsOf } from "#core/storage/playground.ts";

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

/**
 * Also ends the account's grants for the Playground: sessions that go on get new ones.
 * @throws DomainError `unauthorized` when this session itself has ended; `identity_unavailable`.
 */
export async function endSession(
  ctx: AccountContext & CallerContext & IdentityContext & MeteringContext,
  { id }: { id: string },
): Promise<EndedSession> {
  const { db, account, caller, directory } = ctx;
  if (!SESSION_ID.test(id)) throw notFound("Session");
  if (!(await directory.endSession(caller.token, id))) throw notFound("Session");
  const entry = { ...auditStamp(ctx, account.id), action: "session.ended", subject: id } as const;
  await refreshMeter(ctx, await endSessionsOf(db, account.id, entry));
  return { id, status: "ended" };
}
