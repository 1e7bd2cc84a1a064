import { paths } from "./paths.ts";

const BASE = "http://same-site.invalid";

/**
 * Where to go after signing in: `wanted` when it is a path of this site, else the dashboard.
 * The URL parser decides, as the browser will: it drops tabs, and reads `\` as `/`.
 */
export function safeReturnPath(wanted: string | null): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, BASE)) return paths.dashboard;
  const url = new URL(wanted, BASE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil.example` stays on this origin but comes out as a protocol-relative `//evil.example`.
  const leavesSite = url.origin !== BASE || path.startsWith("//");
  return leavesSite || url.pathname === paths.login ? paths.dashboard : path;
}
