import { parseApiKey } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import { type KeyState, keyStateAt } from "#core/domain/key-life.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { type ApiKeyRow, findKeyByLookup } from "#core/storage/keys.ts";
import type { KeysContext } from "./context.ts";
import { lookupOf } from "./key-hash.ts";

const WORKING: readonly KeyState[] = ["active"];

/** Only who holds the key is told so. */
const REFUSALS: Record<KeyState, string> = {
  active: "This API key is active.",
  disabled: "This API key is disabled.",
  expired: "This API key has expired.",
  revoked: "This API key is revoked.",
};

/**
 * The key behind a presented text, with its account. What is no key by its shape or checksum costs no look-up, and
 * everything else exactly one; so it refuses a key from the moment its revocation or disabling was answered.
 * @param admitted the states it may be in; only a working key unless said otherwise.
 * @throws DomainError `invalid_api_key`.
 */
export async function authenticateKey(
  { db, clock, keySecrets }: ServiceContext & KeysContext,
  text: string,
  admitted = WORKING,
): Promise<ApiKeyRow> {
  if (parseApiKey(text) === null) throw invalidKey("Incorrect API key provided.");
  const { pepper, earlierPeppers = [] } = keySecrets;
  const lookups = await Promise.all([pepper, ...earlierPeppers].map((known) => lookupOf(known, text)));
  const row = await findKeyByLookup(db, lookups);
  if (row === null) throw invalidKey("Incorrect API key provided.");
  const state = keyStateAt(clock.now(), row);
  if (!admitted.includes(state)) throw invalidKey(REFUSALS[state]);
  return row;
}

const invalidKey = (why: string) => new DomainError("invalid_api_key", why);
