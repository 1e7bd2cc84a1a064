import type { LiveUser } from "#core/ports.ts";
import type { AccountContext } from "#core/services/context.ts";
import { changeSecondFactorOf } from "#core/storage/accounts.ts";

/**
 * Records a second factor that came or went, which happens between the browser and the provider.
 * @param known whether the account had one when the provider was asked last.
 */
export async function noteSecondFactor(
  { account, clock, db, requestId }: AccountContext,
  known: boolean,
  { hasSecondFactor }: LiveUser,
): Promise<void> {
  if (hasSecondFactor === known) return;
  const entry = { accountId: account.id, subject: account.userId, requestId, at: clock.now() };
  const audit = hasSecondFactor
    ? ({ ...entry, action: "mfa.enabled" } as const)
    : ({ ...entry, action: "mfa.disabled" } as const);
  await changeSecondFactorOf(db, audit, hasSecondFactor);
}
