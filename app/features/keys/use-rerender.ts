import { useEffect, useReducer } from "react";

/** Renders again now and then, for what depends on the time. */
export function useRerender(everyMs: number): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(rerender, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
