import { useLocation } from "@remix-run/react";
import { authMessages } from "./messages.ts";
import { useHydrated } from "./use-hydrated.ts";

const { signUp, resetUpdate } = authMessages.success;

/** What a page said before it went on to the sign-in page by itself: few read it in that time. */
export type LeavingNote = typeof signUp | typeof resetUpdate;

const isLeavingNote = (state: unknown): state is LeavingNote => state === signUp || state === resetUpdate;

/** The note that led here. Only once hydrated: the history remembers it across a reload, the server does not. */
export function useLeavingNote(): LeavingNote | null {
  const { state } = useLocation();
  const hydrated = useHydrated();
  return hydrated && isLeavingNote(state) ? state : null;
}
