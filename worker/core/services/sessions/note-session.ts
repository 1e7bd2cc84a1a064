import { hex } from "#core/domain/encoding.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import type { CheckedUser } from "#core/services/identity/session-checks.ts";
import { type SignInState, storeSignInState } from "#core/storage/sign-in-state.ts";
import { storeSignIn } from "#core/storage/sign-ins.ts";
import { changesOf, isSameState } from "./sign-in-changes.ts";

/** Every request leads here until its session is stored, so a client can't avoid the notification. */
export async function noteSignIn(ctx: AccountContext, sessionId: string): Promise<void> {
  const stamp = auditStamp(ctx, ctx.account.id);
  const { at, place } = stamp;
  const { device = null, city = null, country = null } = place ?? {};
  await storeSignIn(ctx.db, {
    audit: { ...stamp, action: "session.started", subject: sessionId },
    place: await hashOf([String(ctx.account.id), country ?? "", device ?? ""]),
    data: JSON.stringify({ device, city, country, at }),
  });
}

async function hashOf(parts: string[]): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts))));
}

/** Factors, methods and passwords change between browser and provider, so they are noticed afterwards. */
export async function noteSignInState(
  ctx: AccountContext & MeteringContext,
  known: SignInState,
  user: CheckedUser,
): Promise<void> {
  const { account, clock, db, requestId } = ctx;
  const next = {
    secondFactor: user.hasSecondFactor,
    signInMethods: user.signInMethods === null ? known.signInMethods : JSON.stringify(user.signInMethods),
    passwordChangedAt: user.passwordChangedAt ?? known.passwordChangedAt,
  };
  if (isSameState(next, known)) return;
  const at = clock.now();
  const entry = { accountId: account.id, subject: account.userId, requestId, at };
  const changes = changesOf(known, next).map(({ action, change, method = null, since = at }) => ({
    audit: { ...entry, action, ...(method !== null && { detail: { method } }) },
    notice: { ...NO_PLACE, change, method, at: since },
  }));
  await storeSignInState(db, { accountId: account.id, known, next, asOf: user.asOf, changes });
  if (next.passwordChangedAt !== known.passwordChangedAt) await refreshMeter(ctx, account.route);
}

/** The request that shows a change may not be the one that made it. */
const NO_PLACE = { device: null, city: null, country: null };
