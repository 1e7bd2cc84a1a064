import { useLayoutEffect, useRef } from "react";
import type { CodeUnavailable } from "#app/lib/code/load-code.ts";
import { CodeFailed } from "./code-failed.tsx";

const GAP_PIXELS = 6;
const MARGIN_PIXELS = 8;

interface CodeFailedCardProps {
  error: CodeUnavailable;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * Hangs on the element before it. The browser's own popover, since the code for ours is loaded on demand too: it
 * lies above everything, and closes with Escape and with a click elsewhere.
 */
export function CodeFailedCard({ error, onRetry, onClose }: CodeFailedCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const { current } = card;
    if (!current) return;
    const handleToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === "closed") close.current();
    };
    const closeNow = () => close.current();
    if ("showPopover" in current) {
      current.popover = "auto";
      current.showPopover();
    }
    place(current);
    current.addEventListener("toggle", handleToggle);
    window.addEventListener("resize", closeNow);
    return () => {
      current.removeEventListener("toggle", handleToggle);
      window.removeEventListener("resize", closeNow);
    };
  }, []);

  return (
    <div
      ref={card}
      className="fixed inset-auto m-0 w-72 max-w-[calc(100vw-1rem)] rounded-card bg-overlay p-4 text-ink shadow-pop"
    >
      <CodeFailed error={error} onRetry={onRetry} />
    </div>
  );
}

/** Below its anchor, or above where there is no room, and always inside the window. */
function place(card: HTMLElement): void {
  const anchor = card.previousElementSibling?.getBoundingClientRect();
  if (!anchor) return;
  const { width, height } = card.getBoundingClientRect();
  const below = anchor.bottom + GAP_PIXELS;
  const fits = below + height + MARGIN_PIXELS <= window.innerHeight;
  const most = window.innerWidth - width - MARGIN_PIXELS;
  card.style.left = `${Math.max(MARGIN_PIXELS, Math.min(anchor.left, most))}px`;
  card.style.top = `${fits ? below : Math.max(MARGIN_PIXELS, anchor.top - GAP_PIXELS - height)}px`;
}
