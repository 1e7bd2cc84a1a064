import { isTestKey, parseApiKey } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { KeySecrets } from "#core/services/context.ts";
import { lookupOf } from "#core/services/keys/key-hash.ts";
import { bearerKey } from "./bearer-key.ts";

export interface PresentedKey {
  /** Names the account's object. */
  route: string;
  /** Under the pepper of now, then under earlier ones. */
  lookups: string[];
  test: boolean;
}

/**
 * What a request's key says by itself: no look-up, no call.
 * @throws DomainError `invalid_api_key` for what is no key by its shape or checksum.
 */
export async function presentedKey(header: string | undefined, secrets: KeySecrets): Promise<PresentedKey> {
  const text = bearerKey(header);
  const parsed = parseApiKey(text);
  if (parsed === null) throw new DomainError("invalid_api_key", "Incorrect API key provided.");
  const { pepper, earlierPeppers = [] } = secrets;
  const lookups = await Promise.all([pepper, ...earlierPeppers].map((known) => lookupOf(known, text)));
  return { route: parsed.route, lookups, test: isTestKey(text) };
}
