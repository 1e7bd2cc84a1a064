import { useEffect, useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and until the page responds to input. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Sets `data-hydrated` on the document once it responds to input, for programs that drive a browser. */
export const useHydrationMarker = () =>
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
