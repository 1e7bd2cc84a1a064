import { parseApiKey } from "#core/domain/api-key.ts";

const CANDIDATE = /lkt?_[0-9A-Za-z]{49}/g;

/** True if the text contains a whole API key: one with a correct checksum, so that no chance match counts. */
export function hasFullKey(text: string): boolean {
  return (text.match(CANDIDATE) ?? []).some((candidate) => parseApiKey(candidate) !== null);
}
