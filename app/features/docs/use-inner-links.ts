import { useNavigate } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/** Links in HTML that React did not make, without loading the whole page anew. */
export function useInnerLinks(container: RefObject<HTMLElement>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const element = container.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const asked = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || asked || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.getAttribute("href") ?? "/");
    };
    element?.addEventListener("click", follow);
    return () => element?.removeEventListener("click", follow);
  }, [container, navigate]);
}
