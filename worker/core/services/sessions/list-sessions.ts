import type { AccountSession, AccountSessions } from "#core/contract/identity.ts";
import type { UserSession } from "#core/ports.ts";
import type { Caller, CallerContext } from "#core/services/context.ts";
import type { IdentityContext } from "#core/services/identity/context.ts";
import { deviceName } from "./device-name.ts";

const MAX_LISTED_SESSIONS = 100;

const iso = (epochMs: number) => new Date(epochMs).toISOString();

/**
 * Where the account is signed in: this session first, then the most recently active ones.
 * @throws DomainError `unauthorized` when this session itself has ended; `identity_unavailable`.
 */
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
  created_at: iso(createdAt),
  last_active_at: iso(lastActiveAt),
  current: id === caller.sessionId,
});

const byActivity = (left: AccountSession, right: AccountSession) =>
  Number(right.current) - Number(left.current) || right.last_active_at.localeCompare(left.last_active_at);
