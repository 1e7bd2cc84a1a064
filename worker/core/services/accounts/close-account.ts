import type { AccountDeletion } from "#core/contract/identity.ts";
import { DomainError } from "#core/domain/errors.ts";
import { pseudonymOf } from "#core/services/audit/audit-stamp.ts";
import { deleteCustomer } from "#core/services/cards/delete-customers.ts";
import type { AccountContext, FulfilmentContext, IdentityContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { expireCheckouts } from "#core/services/payments/fulfil-order.ts";
import { closeAccountOf, readGuestAddresses } from "#core/storage/account-closing.ts";

/**
 * Deletes the account and what is personal, but not its ledger; repeatable. Docs: decision 079. @throws DomainError `invalid_request`, `identity_unavailable`.
 */
export async function closeAccount(
  ctx: AccountContext & IdentityContext & FulfilmentContext,
  { email }: { email: string },
): Promise<AccountDeletion> {
  const { db, account, clock, directory, requestId } = ctx;
  if (email.toLowerCase() !== account.email.toLowerCase()) throw notTheAddress();
  const entry = { accountId: account.id, action: "account.closed", subject: account.userId } as const;
  const invited = await pseudonymsOf([account.email, ...(await readGuestAddresses(db, account.id))]);
  const route = await closeAccountOf(db, { ...entry, requestId, at: clock.now() }, invited);
  await refreshMeter(ctx, route);
  await Promise.all([directory.deleteUser(account.userId), endPayments(ctx)]);
  return { status: "deleted" };
}

const pseudonymsOf = (addresses: readonly string[]) => Promise.all(addresses.map(pseudonymOf));

/** The cron does what the provider fails at. */
async function endPayments(ctx: AccountContext & FulfilmentContext): Promise<void> {
  await expireCheckouts(ctx, ctx.account.id);
  await deleteCustomer(ctx, ctx.account.id);
}

const notTheAddress = () =>
  new DomainError("invalid_request", "This is not the email address of your account.", { field: "email" });
