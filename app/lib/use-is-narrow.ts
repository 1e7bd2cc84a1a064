import { useSyncExternalStore } from "react";

/** Under this width a table's columns do not fit; the same as Tailwind's `sm`. */
const NARROW = "(max-width: 639.98px)";

function subscribe(onChange: () => void) {
  const query = matchMedia(NARROW);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

export const useIsNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(NARROW).matches,
    () => false,
  );
