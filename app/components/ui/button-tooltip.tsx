import { useEffect, useRef, useState } from "react";

/**
 * Shows the name of an icon button, which needs the classes `group relative`. CSS alone opens it, for buttons that
 * every page loads; its right edge is the button's, so that it fits beside the window's. As WCAG 1.4.13 asks, the
 * pointer can move onto it, and Escape hides it until the button is pointed at or focused again.
 */
export function ButtonTooltip({ children }: { children: string }) {
  const tooltip = useRef<HTMLSpanElement>(null);
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => {
    const button = tooltip.current?.parentElement;
    const dismiss = ({ key }: KeyboardEvent) => key === "Escape" && setDismissed(true);
    const restore = () => setDismissed(false);
    addEventListener("keydown", dismiss);
    button?.addEventListener("pointerenter", restore);
    button?.addEventListener("focus", restore);
    return () => {
      removeEventListener("keydown", dismiss);
      button?.removeEventListener("pointerenter", restore);
      button?.removeEventListener("focus", restore);
    };
  }, []);
  return (
    <span
      ref={tooltip}
      aria-hidden="true"
      hidden={dismissed}
      className="invisible absolute top-full right-0 z-50 pt-1.5 opacity-0 transition-opacity group-hover:visible group-hover:opacity-100 group-hover:delay-300 group-focus-visible:visible group-focus-visible:opacity-100 group-aria-expanded:hidden"
    >
      <span className="block rounded-control bg-primary px-2.5 py-1.5 text-caption font-normal whitespace-nowrap text-on-primary shadow-pop">
        {children}
      </span>
    </span>
  );
}
