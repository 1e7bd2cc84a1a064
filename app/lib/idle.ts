import { useEffect, useState } from "react";

/** Long enough for what a page shows first, also on a slow phone. */
const AT_LATEST_MS = 3_000;
/** For Safari, which does not report idleness (https://caniuse.com/requestidlecallback). */
const FALLBACK_MS = 1_000;

/**
 * Starts work that a page doesn't need at first once the browser is idle.
 * @param start may return its clean-up.
 * @param notBeforeMs waits this long first: a browser is also idle while a page waits for its data.
 * @returns a function that cancels the start, or cleans up after it.
 */
export function whenIdle(start: () => (() => void) | undefined, notBeforeMs = 0): () => void {
  let stop: (() => void) | undefined;
  let cancelled = false;
  const begin = () => {
    if (!cancelled) stop = start();
  };
  const wait = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(begin, { timeout: AT_LATEST_MS });
    else setTimeout(begin, FALLBACK_MS);
  };
  if (notBeforeMs > 0) setTimeout(wait, notBeforeMs);
  else wait();
  return () => {
    cancelled = true;
    stop?.();
  };
}

export function useIdle(notBeforeMs = 0): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => void setIdle(true), notBeforeMs), [notBeforeMs]);
  return idle;
}
