import { createPath, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

let moved = false;
const noteMove = () => {
  moved = true;
};

/** Starts before the router exists, which misses a Back or Forward while the page hydrates. */
export const watchHistory = (): void => window.addEventListener("popstate", noteMove);

/** Shows the page of the address if the user went back or forward before the router listened. Once, at the root. */
export function useMissedMove(): void {
  const shown = createPath(useLocation());
  const navigate = useNavigate();
  useEffect(() => {
    window.removeEventListener("popstate", noteMove);
    const { pathname, search, hash } = window.location;
    if (moved && createPath({ pathname, search, hash }) !== shown) {
      navigate({ pathname, search, hash }, { replace: true });
    }
    moved = false;
  }, [shown, navigate]);
}
