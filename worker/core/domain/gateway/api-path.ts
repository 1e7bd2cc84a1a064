const PREFIX = "/v1";
/** A base URL may end with `/v1` where the client adds it, too. */
const PREFIXES = /^(\/v1){1,2}(?=\/|$)/i;
const SLASHES = /\/{2,}/g;
/** Paths below `/v1`, which a base URL without it leads to. No page of ours has such a path. */
const WITHOUT_PREFIX =
  /^\/(chat\/completions|completions|responses|messages|embeddings|moderations|rerank|images\/(generations|edits)|audio\/(speech|transcriptions|translations)|models)(\/|$)/;

/**
 * The path below `/v1` that a request is for, however its base URL was put together; null for a path that isn't the
 * API's. Everything behind the prefix stays as the client wrote it.
 */
export function apiPath(pathname: string): string | null {
  if (isPlain(pathname)) return pathname.slice(PREFIX.length);
  const path = pathname.replace(SLASHES, "/");
  const below = path.replace(PREFIXES, "");
  return below !== path || WITHOUT_PREFIX.test(below) ? below : null;
}

/** Nearly all requests need nothing else. */
const isPlain = (pathname: string) =>
  pathname.startsWith("/v1/") &&
  !pathname.includes("//") &&
  pathname.slice(PREFIX.length, 2 * PREFIX.length).toLowerCase() !== PREFIX;
