import { useCallback, useSyncExternalStore } from "react";

/** Pixels. `sm` and `lg` are Tailwind's, `wide` is `75rem` in classes. */
const WIDTHS = { sm: 640, lg: 1024, wide: 1200 };
export type Width = keyof typeof WIDTHS;

/** True if the window is narrower than `below`; false on the server. */
export function useIsNarrow(below: Width = "sm"): boolean {
  const narrower = `not all and (min-width: ${WIDTHS[below]}px)`;
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
