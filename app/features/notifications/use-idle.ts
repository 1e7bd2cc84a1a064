import { useEffect, useState } from "react";

/** For a browser that cannot say when it is idle. */
const LATER_MS = 1_500;

/** Whether the page has had a quiet moment since it was shown. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(() => setIdle(true), LATER_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}
