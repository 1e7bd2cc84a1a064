import { generateApiKey, generateKeyId, maskOf } from "#core/domain/api-key.ts";
import type { ServiceContext } from "#core/services/context.ts";
import type { NewKey } from "#core/storage/keys.ts";
import type { KeysContext } from "./context.ts";
import { lookupOf } from "./key-hash.ts";
import { routeOfAccount } from "./key-route.ts";
import { seal } from "./seal.ts";

/**
 * Draws a key for the account; stores nothing but the account's route. `row` is all of it that storage may see,
 * `key` its text.
 */
export async function sealedKey(
  ctx: ServiceContext & KeysContext,
  accountId: number,
  { name, test = false }: { name: string; test?: boolean },
): Promise<{ row: NewKey; key: string }> {
  const { keySecrets } = ctx;
  const publicId = generateKeyId();
  const key = generateApiKey(await routeOfAccount(ctx, accountId), { test });
  const lookup = await lookupOf(keySecrets.pepper, key);
  const sealed = await seal(keySecrets, { accountId, publicId }, key);
  return { row: { publicId, name, mask: maskOf(key), lookup, sealed }, key };
}
