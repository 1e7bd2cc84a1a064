import type { ReactNode } from "react";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { Turn } from "./conversation.ts";

/** Pixels from the end at which the reader still counts as being there. */
const NEAR_END = 48;

/** Scrolls, follows the end while the reader is there, and keeps its place when earlier turns appear above. */
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
  const before = useRef({ turns, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const height = turns.length === 0 ? 0 : current.scrollHeight;
    const earlier = before.current;
    const hasNew = turns.length > earlier.turns.length && turns.at(-1)?.id !== earlier.turns.at(-1)?.id;
    const hasEarlier = turns.length > earlier.turns.length && turns[0]?.id !== earlier.turns[0]?.id;
    if (follows.current || hasNew) current.scrollTop = height;
    else if (hasEarlier) current.scrollTop += height - earlier.height;
    before.current = { turns, height };
  }, [turns]);
  return (
    <section
      ref={box}
      onScroll={note}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label="Conversation"
      className={`relative min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] ${className}`}
    >
      {children}
    </section>
  );
}
