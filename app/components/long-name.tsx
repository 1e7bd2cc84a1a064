import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "#app/lib/class-names.ts";

interface LongNameProps {
  children: string;
  className?: string;
}

/**
 * A name on at most two lines. One that is cut off is a button that shows all of it, because neither a keyboard nor a
 * finger reaches a tooltip.
 */
export function LongName({ children: name, className }: LongNameProps) {
  const text = useRef<HTMLSpanElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as a button, the text is another element
  useEffect(() => {
    const element = text.current;
    if (!element || open) return;
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [name, open, long]);
  const shown = (
    <span ref={text} className={cn("wrap-anywhere", !open && "line-clamp-2", className)}>
      {name}
    </span>
  );
  if (!long) return shown;
  return (
    <Expander open={open} name={name} onToggle={() => setOpen(!open)}>
      {shown}
    </Expander>
  );
}

interface ExpanderProps {
  open: boolean;
  name: string;
  onToggle: () => void;
  children: ReactNode;
}

const Expander = ({ open, name, onToggle, children }: ExpanderProps) => (
  <button
    type="button"
    aria-expanded={open}
    title={name}
    onClick={onToggle}
    className="min-w-0 rounded-tag text-left"
  >
    {children}
  </button>
);
