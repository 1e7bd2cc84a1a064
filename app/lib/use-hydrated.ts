import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and until the page responds to input. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
