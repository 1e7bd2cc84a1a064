import { DomainError } from "#core/domain/errors.ts";
import type { KnownSignInState } from "#core/services/accounts/ensure-account.ts";
import type { ServiceContext } from "#core/services/context.ts";
import type { CheckedUser } from "#core/services/identity/session-checks.ts";

/** How long the owner has to notice that their second factor is gone. */
const SETTLES_AFTER_MS = 10 * 60_000;

/**
 * For what would outlast the session of whoever removed a second factor: closed for ten minutes, in which the owner is
 * notified. @param user as the provider says now; null if it wasn't checked. @throws DomainError `second_factor_removed`.
 */
export function requireSettled(
  { clock }: Pick<ServiceContext, "clock">,
  { secondFactor, secondFactorRemovedAt }: KnownSignInState,
  user: CheckedUser | null,
): void {
  const now = clock.now();
  const removedNow = secondFactor && user?.hasSecondFactor === false;
  const since = removedNow ? now : secondFactorRemovedAt;
  const leftMs = since === null ? 0 : since + SETTLES_AFTER_MS - now;
  if (leftMs <= 0) return;
  throw new DomainError(
    "second_factor_removed",
    "Two-factor authentication was turned off a moment ago. To protect your account, this works again ten minutes after that.",
    { retryAfter: Math.ceil(leftMs / 1000) },
  );
}
