import { useCallback, useEffect, useState } from "react";
import { CodeUnavailable } from "./load-code.ts";

/**
 * Loads code when it is first needed.
 * @param load has to be the same function in every render.
 */
export function useCode<Module>(load: () => Promise<Module>, needed = true) {
  const [module, setModule] = useState<Module | null>(null);
  const [error, setError] = useState<CodeUnavailable | null>(null);

  useEffect(() => {
    if (!needed || module !== null || error !== null) return;
    let current = true;
    load().then(
      (loaded) => current && setModule(() => loaded),
      (thrown: unknown) => current && setError(codeError(thrown)),
    );
    return () => {
      current = false;
    };
  }, [load, needed, module, error]);

  const retry = useCallback(() => setError(null), []);
  return { module, error, retry };
}

/** In development, the browser's own error is thrown. */
export const codeError = (thrown: unknown): CodeUnavailable =>
  thrown instanceof CodeUnavailable ? thrown : new CodeUnavailable("broken", thrown);
