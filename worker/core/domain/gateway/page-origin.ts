/** Most origins whose pages may use one key. */
export const ALLOWED_ORIGINS_MAX = 20;

/** Longer than any: a host has at most 253 characters. */
const LONGEST = 300;
/** A scheme and a host, perhaps with a port: no wildcard, no name before an @, and nothing behind but one slash. */
const SHAPE = /^https?:\/\/[^\s/\\?#@*]+\/?$/i;
/** Where pages in development come from; browsers trust these without https too. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);

/** The origin that `text` names, as browsers send it (RFC 6454); null when it is not one that a key can allow. */
export function pageOrigin(text: string): string | null {
  if (text.length > LONGEST || !SHAPE.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, origin } = new URL(text);
  return protocol === "https:" || LOCAL_HOSTS.has(hostname) ? origin : null;
}
