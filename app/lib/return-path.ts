import { mailedLink, paths, RETURN_PARAMETER } from "./paths.ts";

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

/** The way back in the query of `/login`: its own, or inside the address that a mailed link was asked to lead to. */
export function returnPathOf(query: URLSearchParams): string {
  const target = query.get(mailedLink.redirectTo);
  const inTarget =
    target && URL.canParse(target, BASE) ? new URL(target, BASE).searchParams.get(RETURN_PARAMETER) : null;
  return safeReturnPath(query.get(RETURN_PARAMETER) ?? inTarget);
}
