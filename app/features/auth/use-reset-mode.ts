import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { paths } from "#app/lib/paths.ts";
import { hideToken } from "./hide-token.ts";
import { type ResetMode, resetMode } from "./reset-mode.ts";

/** The mode of this visit. A token leaves the address bar once it is read. */
export function useResetMode(): ResetMode {
  const { pathname, search } = useLocation();
  // The server never sees the hash, so the first picture does without it.
  const [mode, setMode] = useState(() => resetMode({ pathname, search, hash: "" }));
  useEffect(() => {
    const found = resetMode(window.location);
    if (found.mode === "request") return;
    setMode(found);
    hideToken(paths.resetPassword);
  }, []);
  return mode;
}
