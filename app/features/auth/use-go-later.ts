import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** Goes to `path` after a while, unless the page is left before. */
export function useGoLater(path: string, afterMs: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(path), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, path, afterMs]);
}
