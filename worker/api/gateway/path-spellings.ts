import { notFound } from "#core/domain/errors.ts";

/** As often as any server in between may decode a path. */
const DECODINGS = 3;

/**
 * A path as each server on the way might read it: as it came, and decoded once and more.
 * @throws DomainError `not_found` for one that cannot be decoded, or is still encoded after so many times.
 */
export function pathSpellings(path: string): string[] {
  const spellings = [path];
  for (let text = path; spellings.length <= DECODINGS + 1; ) {
    const decoded = decode(text);
    if (decoded === text) return spellings;
    text = decoded;
    spellings.push(text);
  }
  throw notFound("Path");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound("Path");
  }
}
