import { DomainError } from "#core/domain/errors.ts";
import type { AccountContext, CallerContext } from "#core/services/context.ts";
import { changeSecondFactorOf } from "#core/storage/accounts.ts";
import type { IdentityContext } from "./context.ts";

/**
 * Takes note of a second factor that came or went, which happens between the browser and the provider. The token only
 * gives cause to ask, since it may be an hour old: the provider decides. Without its answer the next request asks again.
 * @param known whether the account had one when the provider was asked last.
 */
export async function noteSecondFactor(
  { account, caller, clock, db, directory, requestId }: AccountContext & CallerContext & IdentityContext,
  known: boolean,
): Promise<void> {
  if (known === (caller.assurance === "aal2")) return;
  const user = await directory.findUser(caller.token).catch(unlessUnexpected);
  if (user === null || user.hasSecondFactor === known) return;
  const entry = { accountId: account.id, subject: account.userId, requestId, at: clock.now() };
  const audit = user.hasSecondFactor
    ? ({ ...entry, action: "mfa.enabled" } as const)
    : ({ ...entry, action: "mfa.disabled" } as const);
  await changeSecondFactorOf(db, audit, user.hasSecondFactor);
}

function unlessUnexpected(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}
