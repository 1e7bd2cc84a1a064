import { isTestKey, looksLikeApiKey, parseApiKey } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { KeySecrets } from "#core/services/context.ts";
import { accountPseudonym, lookupOf } from "#core/services/keys/key-hash.ts";
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
}

/**
 * OpenAI's clients and Anthropic's send it differently. Some send both headers, with a dummy in one of them.
 * @throws DomainError `invalid_api_key` for none, or two.
 */
export function sentKey(call: { header: (name: string) => string | undefined }): string {
  const bearer = bearerToken(call.header("authorization"));
  const apiKey = call.header("x-api-key") || undefined;
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
 * Checks a key without any look-up.
 * @throws DomainError `invalid_api_key` for a text that is no key by its shape or checksum.
 */
export async function presentedKey(text: string, secrets: KeySecrets): Promise<PresentedKey> {
  const parsed = parseApiKey(text);
  if (parsed === null) throw invalid("Incorrect API key provided.");
  const { pepper, earlierPeppers = [] } = secrets;
  const [pseudonym, ...lookups] = await Promise.all([
    accountPseudonym(parsed.route),
    ...[pepper, ...earlierPeppers].map((known) => lookupOf(known, text)),
  ]);
  return { text, meterName: parsed.route, lookups, test: isTestKey(text), pseudonym };
}

const invalid = (why: string) => new DomainError("invalid_api_key", why);
