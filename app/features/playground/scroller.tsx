import type { ReactNode } from "react";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { Turn } from "./conversation.ts";

/** Pixels from the end at which the reader still counts as being there. */
const NEAR_END = 48;

/** Scrolls, and follows the end while the reader is there. */
export function Scroller({
  turns,
  className,
  children,
}: {
  turns: readonly Turn[];
  className: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  const note = useCallback(() => {
    const { current } = box;
    if (current) follows.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END;
  }, []);
  const count = useRef(turns.length);
  useLayoutEffect(() => {
    const { current } = box;
    const hasNew = turns.length > count.current;
    count.current = turns.length;
    if (current && turns.length > 0 && (follows.current || hasNew)) current.scrollTop = current.scrollHeight;
  }, [turns]);
  return (
    <section
      ref={box}
      onScroll={note}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label="Conversation"
      className={`relative min-h-0 flex-1 overflow-y-auto overscroll-contain ${className}`}
    >
      {children}
    </section>
  );
}
