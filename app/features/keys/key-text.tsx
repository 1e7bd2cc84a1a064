import { cn } from "#app/lib/class-names.ts";
import { maskParts } from "./keys-view.ts";

/** A key as it is to be read: masked on one line, in full over several. */
export function KeyText({ value }: { value: string }) {
  const parts = maskParts(value);
  const look = cn(
    "font-mono",
    parts ? "text-[0.78125rem] leading-5 whitespace-nowrap" : "text-caption leading-5 break-all",
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
