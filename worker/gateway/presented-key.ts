import { isTestKey, looksLikeApiKey, parseApiKey } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { claimsToBeGrant, type Grant } from "#core/domain/playground.ts";
import type { KeySecrets } from "#core/services/context.ts";
import { accountPseudonym, lookupOf } from "#core/services/keys/key-hash.ts";
import { readGrant } from "#core/services/playground/sign-grant.ts";
import { bearerToken } from "#worker/http-headers.ts";

/** The key of a request, by what can be read off itself. */
export interface PresentedKey {
  text: string;
  /** Names the account's object. */
  meterName: string;
  /** Under the current pepper, then under earlier ones. */
  lookups: string[];
  test: boolean;
  /** Of its account, for the upstream provider. */
  pseudonym: string;
  /** What was sent in place of a key; null for a key. */
  grant: Grant | null;
}

/**
 * OpenAI's clients and Anthropic's send it differently. Some send both headers, with a dummy in one of them.
 * @throws DomainError `invalid_api_key` for none, or two; `grant_not_valid` for a grant in the wrong header.
 */
export function sentKey(call: { header: (name: string) => string | undefined }): string {
  const bearer = bearerToken(call.header("authorization"));
  const apiKey = call.header("x-api-key") || undefined;
  if (apiKey !== undefined && claimsToBeGrant(apiKey)) throw grantNotValid();
  if (bearer === undefined || apiKey === undefined || bearer === apiKey) {
    const text = bearer ?? apiKey;
    if (text !== undefined) return text;
    throw invalid("Send an API key in the Authorization header: Bearer YOUR_API_KEY.");
  }
  if (!looksLikeApiKey(apiKey)) return bearer;
  if (!looksLikeApiKey(bearer)) return apiKey;
  throw invalid("Send one API key: the Authorization and x-api-key headers differ.");
}

/**
 * Checks a key or a grant without any look-up.
 * @throws DomainError `invalid_api_key` for a text that is no key by its shape or checksum; `grant_not_valid` for a grant
 * that wasn't signed here.
 */
export async function presentedKey(text: string, secrets: KeySecrets): Promise<PresentedKey> {
  if (claimsToBeGrant(text)) return presentedGrant(text, secrets);
  const parsed = parseApiKey(text);
  if (parsed === null) throw invalid("Incorrect API key provided.");
  const { pepper, earlierPeppers = [] } = secrets;
  const [pseudonym, ...lookups] = await Promise.all([
    accountPseudonym(parsed.route),
    ...[pepper, ...earlierPeppers].map((known) => lookupOf(known, text)),
  ]);
  return { text, meterName: parsed.route, lookups, test: isTestKey(text), pseudonym, grant: null };
}

async function presentedGrant(text: string, secrets: KeySecrets): Promise<PresentedKey> {
  const grant = await readGrant(secrets, text);
  if (grant === null) throw grantNotValid();
  const { route: meterName, lookup } = grant;
  const pseudonym = await accountPseudonym(meterName);
  return { text, meterName, lookups: [lookup], test: false, pseudonym, grant };
}

/** As its refusal by the account's object. */
export const grantNotValid = () => new DomainError("grant_not_valid", GATEWAY_ERRORS.grant_not_valid.message);

const invalid = (why: string) => new DomainError("invalid_api_key", why);
