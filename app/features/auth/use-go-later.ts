import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { LeavingNote } from "./leaving-note.ts";

/** Goes to `path` after a while, unless the page is left before. `note` goes along. */
export function useGoLater(path: string, afterMs: number, note: LeavingNote): void {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(path, { state: note }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, path, afterMs, note]);
}
