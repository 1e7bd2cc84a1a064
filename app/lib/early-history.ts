import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

let moved = false;
const noteMove = () => {
  moved = true;
};

/** Begins before the router exists: it misses a Back or Forward that comes while the page hydrates. */
export const watchHistory = (): void => window.addEventListener("popstate", noteMove);

/** Shows the page of the address if the reader went back or forward before the router listened. Once, at the root. */
export function useMissedMove(): void {
  const navigate = useNavigate();
  useEffect(() => {
    window.removeEventListener("popstate", noteMove);
    if (!moved) return;
    moved = false;
    const { pathname, search, hash } = window.location;
    navigate({ pathname, search, hash }, { replace: true });
  }, [navigate]);
}
