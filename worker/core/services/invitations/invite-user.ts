import type { InvitationAnswer } from "#core/contract/identity.ts";
import { DomainError, rateLimited } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, CallerContext } from "#core/services/context.ts";
import type { IdentityContext } from "#core/services/identity/context.ts";
import { auditWithin } from "#core/storage/audit.ts";
import { pseudonymOf } from "./pseudonym.ts";

export const MAX_INVITATIONS = 10;
const INVITATION_WINDOW_MS = 24 * 3_600_000;
/** Longer than the provider usually takes, so that the time of an answer tells no more than its words. */
const LEAST_DURATION_MS = 1000;

/**
 * Invites an address by mail; one that has an account is mailed a sign-in link instead. The answer is the same.
 *
 * What counts is recorded before the provider is asked: an attempt whose answer is lost may have sent a mail.
 * @throws DomainError `invalid_request` for the account's own address; `rate_limited` after `MAX_INVITATIONS` in any
 * 24 hours, or by the provider; `unauthorized` for an ended session; `identity_unavailable`.
 */
export async function inviteUser(
  ctx: AccountContext & CallerContext & IdentityContext,
  { email }: { email: string },
): Promise<InvitationAnswer> {
  await ctx.directory.findUser(ctx.caller.token);
  if (email.toLowerCase() === ctx.account.email.toLowerCase()) throw ownAddress();
  await recordInvitation(ctx, await pseudonymOf(email));
  await Promise.all([sendInvitation(ctx, email), pause(LEAST_DURATION_MS)]);
  return { status: "accepted" };
}

async function sendInvitation({ directory, appOrigin }: IdentityContext, email: string): Promise<void> {
  const outcome = await directory.invite(email, `${appOrigin}/signup`);
  if (outcome === "exists") await directory.sendSignInLink(email, `${appOrigin}/login`);
}

async function recordInvitation(ctx: AccountContext, subject: string) {
  const stamp = auditStamp(ctx, ctx.account.id);
  const { at } = stamp;
  const oldest = await auditWithin(
    ctx.db,
    { ...stamp, action: "user.invited", subject },
    { max: MAX_INVITATIONS, since: at - INVITATION_WINDOW_MS },
  );
  if (oldest === null) return;
  const message = `Too many invitations. An account can send ${MAX_INVITATIONS} in 24 hours.`;
  throw rateLimited(message, { oldest, windowMs: INVITATION_WINDOW_MS, now: at });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const ownAddress = () =>
  new DomainError("invalid_request", "This is your own email address. Please enter someone else's.", {
    field: "email",
  });
