import type { Fields, ReadOptions } from "../endpoint.ts";
import { isAbsent } from "./field-checks.ts";

/** OpenAI's API refuses longer ones. */
const CACHE_KEY_MAX = 64;

/** The fields with the account's pseudonym, if the operator sends one, in place of what the client wrote. */
export function attributed(
  fields: Fields,
  { pseudonym }: ReadOptions,
  field: "safety_identifier" | "user",
): Fields {
  if (pseudonym === null) return fields;
  const user = isAbsent(fields.user) ? {} : { user: pseudonym };
  return { ...fields, ...user, [field]: pseudonym };
}

/** The fields with a cache key that no other account can send. The end of a long key tells more than its beginning. */
export function scopedCacheKey(fields: Fields, { cacheScope }: ReadOptions): Fields {
  const { prompt_cache_key: key } = fields;
  if (typeof key !== "string") return fields;
  const room = Math.max(0, CACHE_KEY_MAX - cacheScope.length - 1);
  return { ...fields, prompt_cache_key: `${cacheScope}:${room === 0 ? "" : key.slice(-room)}` };
}
