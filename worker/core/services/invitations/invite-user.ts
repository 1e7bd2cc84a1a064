import type { InvitationResponse } from "#core/contract/identity.ts";
import { DomainError, rateLimited } from "#core/domain/errors.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { auditStamp, pseudonymOf } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, CallerContext, IdentityContext } from "#core/services/context.ts";
import { auditWithin } from "#core/storage/audit.ts";

export const MAX_INVITATIONS = 10;
const INVITATION_WINDOW_MS = DAY_MS;
/** Longer than the provider usually takes, so that timing doesn't reveal whether an account exists. */
const LEAST_DURATION_MS = 1000;

/**
 * Emails an invitation, or a sign-in link to an existing account, with the same response. Recorded first, because a
 * failed attempt may have sent an email. @throws DomainError `invalid_request`, `rate_limited`,
 * `identity_unavailable`.
 */
export async function inviteUser(
  ctx: AccountContext & CallerContext & IdentityContext,
  { email }: { email: string },
): Promise<InvitationResponse> {
  await ctx.directory.findUser(ctx.caller.token);
  if (email.toLowerCase() === ctx.account.email.toLowerCase()) throw ownAddress();
  await recordInvitation(ctx, email);
  await Promise.all([sendInvitation(ctx, email), pause(ctx.leastInvitationMs ?? LEAST_DURATION_MS)]);
  return { status: "accepted" };
}

async function sendInvitation({ directory, appOrigin }: IdentityContext, email: string): Promise<void> {
  const outcome = await directory.invite(email, `${appOrigin}/signup`);
  if (outcome === "exists") await directory.sendSignInLink(email, `${appOrigin}/login`);
}

/** The address is only in the detail, which is deleted with the account; the subject finds who invited a new user. */
async function recordInvitation(ctx: AccountContext, email: string) {
  const stamp = auditStamp(ctx, ctx.account.id);
  const { at } = stamp;
  const oldest = await auditWithin(
    ctx.db,
    { ...stamp, action: "user.invited", subject: await pseudonymOf(email), detail: { email } },
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
