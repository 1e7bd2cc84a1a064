/** Long enough for what a page shows first, also on a slow phone. */
const AT_LATEST_MS = 3_000;
/** Where the browser does not tell: Safari (https://caniuse.com/requestidlecallback). */
const UNTOLD_MS = 1_000;

/**
 * Begins what a page can do without at first, once the browser has nothing else to do.
 * @param begin gives back what ends it.
 * @returns what ends it, also before it began.
 */
export function whenIdle(begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  let wanted = true;
  const start = () => {
    if (wanted) end = begin();
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(start, { timeout: AT_LATEST_MS });
  else setTimeout(start, UNTOLD_MS);
  return () => {
    wanted = false;
    end?.();
  };
}
