import type { AccountDeletion } from "#core/contract/identity.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { AccountContext, FulfilmentContext, IdentityContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { expireCheckouts } from "#core/services/payments/fulfil-order.ts";
import { closeAccountOf } from "#core/storage/accounts.ts";

/**
 * Deletes the account but not its ledger; repeatable. @throws DomainError `invalid_request`, `identity_unavailable`.
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
