import { useEffect, useState } from "react";
import { whenIdle } from "#app/lib/idle.ts";
import type { Turn } from "./conversation.ts";

/** More than a screen has room for. */
const AT_FIRST = 6;
/** Few enough for one moment in which the browser is idle. */
const AT_ONCE = 6;

const earlier = (turns: readonly Turn[]) => Math.max(0, turns.length - AT_FIRST);

/** The newest turns of a conversation that opens, then step by step all of them: all at once would block the page. */
export function useShownTurns(turns: readonly Turn[]): readonly Turn[] {
  const [hidden, setHidden] = useState(() => earlier(turns));
  useEffect(() => {
    if (hidden === 0) return;
    return whenIdle(() => void setHidden(Math.max(0, hidden - AT_ONCE)));
  }, [hidden]);
  return hidden === 0 ? turns : turns.slice(Math.min(hidden, earlier(turns)));
}
