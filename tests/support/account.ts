import { eq } from "drizzle-orm";
import { INITIAL_SETTINGS } from "#core/domain/account-settings.ts";
import { ALL_KEPT } from "#core/domain/analytics-window.ts";
import { accountOf } from "#core/services/accounts/ensure-account.ts";
import type { Account, AccountContext } from "#core/services/context.ts";
import { getSubscription } from "#core/services/subscription/get-subscription.ts";
import { storedAccount, storedAccounts } from "#core/storage/accounts.ts";
import { firstOf } from "#core/storage/read.ts";
import { accounts } from "#core/storage/schema/accounts.ts";

/** A new account's, with this id. */
export const newAccountOf = (id: number): Account => ({
  id,
  userId: `user-${id}`,
  email: `user-${id}@example.com`,
  route: null,
  settings: INITIAL_SETTINGS,
  stoppedAt: null,
  plan: null,
  usageKept: ALL_KEPT,
});

type Owner = Pick<AccountContext, "db"> & { account: Pick<Account, "id"> };

/** The context of a request that comes now, with the account as it is stored. */
export async function contextNow<Context extends Owner>(
  ctx: Context,
): Promise<Context & { account: Account }> {
  const { db, account } = ctx;
  const row = await firstOf(db, storedAccounts(db).where(eq(accounts.id, account.id)));
  if (row === null) throw new Error(`There is no account ${account.id}.`);
  return { ...ctx, account: accountOf(storedAccount(row)) };
}

/** The plan as a request that comes now sees it. */
export const subscriptionNow = async (ctx: Omit<AccountContext, "account"> & Owner) =>
  getSubscription(await contextNow(ctx));
