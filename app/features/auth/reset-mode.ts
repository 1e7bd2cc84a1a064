import { paths } from "#app/lib/paths.ts";

/** The parts of an address that decide. */
export interface ResetAddress {
  pathname: string;
  search: string;
  hash: string;
}

export type ResetMode = { mode: "request" } | { mode: "update"; token: string; refreshToken?: string };

/**
 * What `/reset-password` is asked for (specification, section 2): to choose a new password when a token is found in
 * the last path segment, or in the query or the hash, and the type is `recovery` or absent; else to mail a link.
 * A token that is named but empty counts as found, so that its reader is told what is wrong with the link.
 */
export function resetMode({ pathname, search, hash }: ResetAddress): ResetMode {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const type = query.get("type") || fragment.get("type") || "recovery";
  const found = [tokenInPath(pathname), ...tokensIn(query), ...tokensIn(fragment)];
  const token = found.find(Boolean) ?? (found.includes("") ? "" : null);
  if (token === null || type !== "recovery") return { mode: "request" };
  const refreshToken =
    token !== "" && fragment.get("access_token") === token && fragment.get("refresh_token");
  return { mode: "update", token, ...(refreshToken && { refreshToken }) };
}

const tokensIn = (parameters: URLSearchParams) => [parameters.get("token"), parameters.get("access_token")];

function tokenInPath(pathname: string): string | null {
  const segment = pathname.replace(paths.resetPassword, "").split("/").at(-1);
  return segment ? decoded(segment) : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
