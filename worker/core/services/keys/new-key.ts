import { generateApiKey, generateKeyId, maskOf } from "#core/domain/api-key.ts";
import type { ServiceContext } from "#core/services/context.ts";
import type { NewKey } from "#core/storage/keys.ts";
import type { KeysContext } from "./context.ts";
import { lookupOf, routeOf } from "./key-hash.ts";
import { seal } from "./seal.ts";

/** Draws a key for the account; nothing is stored. `row` is all of it that storage may see, `key` its text. */
export async function sealedKey(
  { keySecrets }: ServiceContext & KeysContext,
  accountId: number,
  name: string,
): Promise<{ row: NewKey; key: string }> {
  const publicId = generateKeyId();
  const key = generateApiKey(await routeOf(keySecrets.pepper, accountId));
  const lookup = await lookupOf(keySecrets.pepper, key);
  const sealed = await seal(keySecrets.sealing, { accountId, publicId }, key);
  return { row: { publicId, name, mask: maskOf(key), lookup, sealed }, key };
}
