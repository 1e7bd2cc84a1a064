import { cn } from "#app/lib/class-names.ts";
import { maskParts } from "./keys-view.ts";

/** A key as it is to be read: masked on one line, in full over several. */
export function KeyText({ value, className }: { value: string; className?: string }) {
  const parts = maskParts(value);
  const look = cn(
    "font-mono text-[0.78125rem] leading-5",
    parts ? "whitespace-nowrap" : "break-all",
    className,
  );
  if (!parts) return <span className={look}>{value}</span>;
  return (
    <span className={look}>
      {parts.head}
      <span className="tracking-[-0.08em] text-ink-3">{parts.dots}</span>
      {parts.tail}
    </span>
  );
}
