import { parseApiKey } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import { type KeyState, keyStateAt } from "#core/domain/key-life.ts";
import type { KeysContext, ServiceContext } from "#core/services/context.ts";
import { type ApiKeyRow, findKeyByLookup } from "#core/storage/keys.ts";
import { lookupOf } from "./key-hash.ts";

const WORKING: readonly KeyState[] = ["active"];

const REFUSALS: Record<KeyState, string> = {
  active: "This API key is active.",
  disabled: "This API key is disabled.",
  expired: "This API key has expired.",
  revoked: "This API key is revoked.",
};

/**
 * One look-up, or none if shape or checksum is wrong.
 * @throws DomainError `invalid_api_key`, `key_disabled` for a key that its owner can let work again.
 */
export async function authenticateKey(
  ctx: ServiceContext & KeysContext,
  text: string,
  admitted = WORKING,
): Promise<ApiKeyRow> {
  if (parseApiKey(text) === null) throw invalidKey("Incorrect API key provided.");
  const { pepper, earlierPeppers = [] } = ctx.keySecrets;
  const lookups = await Promise.all([pepper, ...earlierPeppers].map((known) => lookupOf(known, text)));
  return authenticateLookups(ctx, lookups, admitted);
}

/** As `authenticateKey`, for a key whose text was checked already. */
export async function authenticateLookups(
  { db, clock }: ServiceContext,
  lookups: string[],
  admitted = WORKING,
): Promise<ApiKeyRow> {
  const row = await findKeyByLookup(db, lookups);
  if (row === null) throw invalidKey("Incorrect API key provided.");
  const state = keyStateAt(clock.now(), row);
  if (admitted.includes(state)) return row;
  throw state === "revoked" ? invalidKey(REFUSALS[state]) : new DomainError("key_disabled", REFUSALS[state]);
}

const invalidKey = (why: string) => new DomainError("invalid_api_key", why);
