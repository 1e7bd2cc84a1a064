import { cn } from "#app/lib/class-names.ts";

/** Below what it is about. Nothing without a text. */
export const NoteLine = ({ text, className }: { text: string | null; className: string }) =>
  text !== null && (
    <span title={text} className={cn("block text-caption text-ink-3", className)}>
      {text}
    </span>
  );
