import { DomainError } from "#core/domain/errors.ts";
import type { CallerContext } from "#core/services/context.ts";
import type { IdentityContext } from "./context.ts";

/**
 * Passes when the session behind the token is alive and, if its user has a second factor, was confirmed with it.
 *
 * The provider is asked each time: a token outlives its session, and what it says of factors may be an hour old.
 * @throws DomainError `second_factor_required`; `unauthorized` for an ended session; `identity_unavailable`.
 */
export async function requireSecondFactor({
  caller,
  directory,
}: CallerContext & IdentityContext): Promise<void> {
  const { hasSecondFactor } = await directory.findUser(caller.token);
  if (!hasSecondFactor || caller.assurance === "aal2") return;
  throw new DomainError("second_factor_required", "Confirm with your authenticator app first.");
}
