import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** Of the address a visit begins with; the browser itself goes on from where that points. */
const FIRST_KEY = "default";

/** Puts the focus where a chosen link points, so that the keyboard goes on from there. */
export function useFocusedSection(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash && key !== FIRST_KEY) document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash, key]);
}
