import { parseApiKey } from "#core/domain/api-key.ts";

const CANDIDATE = /lkt?_[0-9A-Za-z]{49}/g;

/** Whether the text holds a whole API key: one whose checksum is right, so that no chance match counts. */
export function hasFullKey(text: string): boolean {
  return (text.match(CANDIDATE) ?? []).some((candidate) => parseApiKey(candidate) !== null);
}
