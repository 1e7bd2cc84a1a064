import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { paths } from "#app/lib/paths.ts";
import { hideToken } from "./token-free-address.ts";

export type ResetMode = { mode: "request" } | { mode: "update"; token: string; refreshToken?: string };

/**
 * Update mode applies when a token is found in the last path segment, or in the query or the hash, and the type is
 * `recovery` or absent (specification, section 2). An empty token counts as found, so that its reader learns what is
 * wrong with the link.
 */
export function resetMode({ pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">): ResetMode {
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
  if (!segment) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function useResetMode(): ResetMode {
  const { pathname, search } = useLocation();
  // The server never sees the hash, so the first render does without it.
  const [mode, setMode] = useState(() => resetMode({ pathname, search, hash: "" }));
  useEffect(() => {
    const found = resetMode(window.location);
    if (found.mode === "request") return;
    setMode(found);
    hideToken(paths.resetPassword);
  }, []);
  return mode;
}
