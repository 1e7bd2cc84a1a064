import { notFound } from "#core/domain/errors.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findKey } from "#core/storage/keys.ts";
import type { UsageFilter } from "#core/storage/usage-scope.ts";

interface Asked {
  key_id?: string | undefined;
  endpoint?: string | undefined;
}

/**
 * The account's usage that a query asks about.
 * @throws DomainError `not_found` for a key that is not the account's.
 */
export async function usageFilter(ctx: AccountContext, { key_id, endpoint }: Asked): Promise<UsageFilter> {
  const keyId = key_id === undefined ? 0 : await ownKeyId(ctx, key_id);
  return { accountId: ctx.account.id, keyId, endpoint: endpoint ?? null };
}

async function ownKeyId({ db, account }: AccountContext, publicId: string): Promise<number> {
  const key = await findKey(db, account.id, publicId);
  if (!key) throw notFound("API key");
  return key.id;
}
