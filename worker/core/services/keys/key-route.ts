import type { ServiceContext } from "#core/services/context.ts";
import { findRoute, fixRoute } from "#core/storage/accounts.ts";
import type { KeysContext } from "./context.ts";
import { routeOf } from "./key-hash.ts";

/**
 * The route that all keys of the account carry, fixed when first asked for: a change of the pepper moves no account.
 *
 * The earliest pepper decides, since an account whose route was never stored may have keys from its time.
 */
export async function routeOfAccount(ctx: ServiceContext & KeysContext, accountId: number): Promise<string> {
  const known = await findRoute(ctx.db, accountId);
  if (known !== null) return known;
  const { pepper, earlierPeppers = [] } = ctx.keySecrets;
  return fixRoute(ctx.db, accountId, await routeOf(earlierPeppers.at(-1) ?? pepper, accountId));
}
