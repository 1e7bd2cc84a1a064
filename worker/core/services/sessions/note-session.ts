import { hex } from "#core/domain/encoding.ts";
import type { LiveUser } from "#core/ports.ts";
import { deviceName } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext } from "#core/services/context.ts";
import { changeSecondFactorOf } from "#core/storage/accounts.ts";
import { storeSignIn } from "#core/storage/sign-ins.ts";

/** Every request leads here until its session is stored, so a client can't avoid the notification. */
export async function noteSignIn(
  { db, account, clock, place }: AccountContext,
  sessionId: string,
): Promise<void> {
  const country = place?.country ?? null;
  const device = deviceName(place?.userAgent ?? null);
  await storeSignIn(db, {
    accountId: account.id,
    sessionId,
    place: await hashOf([String(account.id), country ?? "", device ?? ""]),
    data: JSON.stringify({ device, country }),
    at: clock.now(),
  });
}

async function hashOf(parts: string[]): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts))));
}

/** Factors change between browser and provider, so they are noticed afterwards. */
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
