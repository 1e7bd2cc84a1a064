import type { AccountDeletion } from "#core/contract/identity.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { AccountContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import type { IdentityContext } from "#core/services/identity/context.ts";
import type { FulfilmentContext } from "#core/services/payments/context.ts";
import { expireCheckouts } from "#core/services/payments/expire-checkouts.ts";
import { closeAccountOf } from "#core/storage/close-account.ts";

/**
 * Deletes the account for good: revokes its keys, closes it, then deletes the provider's user and ends its open
 * checkouts. Its ledger stays.
 *
 * Each step may be repeated: of an account whose closing broke off, the same request finishes the deletion.
 * @throws DomainError `invalid_request` unless `email` is the account's own address; `identity_unavailable`.
 */
export async function closeAccount(
  ctx: AccountContext & IdentityContext & FulfilmentContext,
  { email }: { email: string },
): Promise<AccountDeletion> {
  const { db, account, clock, directory, requestId } = ctx;
  if (email.toLowerCase() !== account.email.toLowerCase()) throw notTheAddress();
  const entry = { accountId: account.id, action: "account.closed", subject: account.userId } as const;
  await closeAccountOf(db, { ...entry, requestId, at: clock.now() });
  await refreshMeter(ctx, account.id);
  await Promise.all([directory.deleteUser(account.userId), expireCheckouts(ctx, account.id)]);
  return { status: "deleted" };
}

const notTheAddress = () =>
  new DomainError("invalid_request", "This is not the email address of your account.", { field: "email" });
