/** A word as our addresses have them; what else a client puts there may be a key or a token. */
const WORD = /^[a-z0-9-]{0,24}$/;

/** The beginning of an address, as a log may hold it: `/reset-password` of `/reset-password/<token>`. */
export function routeName(pathname: string): string {
  const first = pathname.split("/")[1] ?? "";
  return WORD.test(first) ? `/${first}` : "/…";
}
