import { Check, Copy } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { keyMessages } from "./messages.ts";
import { useCopy } from "./use-copy.ts";

interface CopyKeyButtonProps {
  text: () => Promise<string>;
  /** `row` is a quiet word in a table; `boxed` stands by itself and has an icon. */
  look: "row" | "boxed";
  /** Where “Copy” alone would not say what. */
  label?: string;
}

/** Keeps its width while it says “Copied”. */
export function CopyKeyButton({ text, look, label }: CopyKeyButtonProps) {
  const { copied, busy, copy } = useCopy({ done: keyMessages.copied });
  const Icon = copied ? Check : Copy;
  const row = look === "row";
  return (
    <Button
      variant={row ? "ghost" : "secondary"}
      size="sm"
      className={cn(
        row ? "w-18 justify-end gap-1 px-1.5" : "w-25 gap-1.5 px-3 max-lg:h-10 max-[22.5rem]:w-19",
        copied && "text-success-ink hover:text-success-ink",
      )}
      aria-label={copied ? undefined : label}
      aria-disabled={busy || undefined}
      onClick={() => copy(text())}
    >
      {(copied || !row) && <Icon className={cn("size-3.5", !row && "max-[22.5rem]:hidden")} aria-hidden />}
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
    </Button>
  );
}
