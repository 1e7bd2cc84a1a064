import { useCallback, useSyncExternalStore } from "react";

/** Tailwind's `max-sm`. */
const SM_PIXELS = 640;

/** True if the window is narrower than `below` pixels; false on the server. */
export function useIsNarrow(below = SM_PIXELS): boolean {
  const narrower = `not all and (min-width: ${below}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = matchMedia(narrower);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    [narrower],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(narrower).matches,
    () => false,
  );
}
