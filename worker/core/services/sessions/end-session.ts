import type { EndedSession } from "#core/contract/identity.ts";
import { notFound } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, CallerContext } from "#core/services/context.ts";
import type { IdentityContext } from "#core/services/identity/context.ts";
import { audit } from "#core/storage/audit.ts";

/** What the provider's ids look like; anything else need not be asked for. */
const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Signs the account out at one place: nothing more is issued to that session.
 * @throws DomainError `not_found` also for another account's session; `unauthorized` when this session itself
 * has ended; `identity_unavailable`.
 */
export async function endSession(
  ctx: AccountContext & CallerContext & IdentityContext,
  { id }: { id: string },
): Promise<EndedSession> {
  const { db, account, caller, directory } = ctx;
  if (!SESSION_ID.test(id)) throw notFound("Session");
  if (!(await directory.endSession(caller.token, id))) throw notFound("Session");
  await audit(db, { ...auditStamp(ctx, account.id), action: "session.ended", subject: id });
  return { id, status: "ended" };
}
