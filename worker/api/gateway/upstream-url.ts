import { notFound } from "#core/domain/errors.ts";

const PREFIX = "/v1";
/** As often as any server in between may decode a path. */
const DECODINGS = 3;

/**
 * Where a request to `/v1…` goes: below the operator's own address, whatever the path says.
 * @throws DomainError `not_found` for a path that some server might take to lead out of there.
 */
export function upstreamUrl(base: string, requested: URL): string {
  const path = requested.pathname.slice(PREFIX.length);
  if (!requested.pathname.startsWith(`${PREFIX}/`) || climbs(path)) throw notFound("Path");
  const target = new URL(base + path + requested.search);
  const { origin, pathname } = new URL(base);
  const below = pathname.endsWith("/") ? pathname : `${pathname}/`;
  if (target.origin !== origin || !target.pathname.startsWith(below)) throw notFound("Path");
  return target.href;
}

/** Also when it is encoded, once or more. */
function climbs(path: string): boolean {
  let text = path;
  for (let i = 0; i <= DECODINGS; i += 1) {
    if (text.split(/[/\\]/).some((part) => /^\.{1,2}(;|$)/.test(part))) return true;
    const decoded = decode(text);
    if (decoded === text) return false;
    if (decoded === null) return true;
    text = decoded;
  }
  return true;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
