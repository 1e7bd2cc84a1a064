import { Link } from "@remix-run/react";
import ChartColumn from "lucide-react/icons/chart-column";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useCopy } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { paths } from "#app/lib/paths.ts";
import { keyMessages } from "./messages.ts";

interface CopyKeyButtonProps {
  text: () => Promise<string>;
  /** `row` is for tables. */
  look: "row" | "boxed";
  /** For where “Copy” alone is ambiguous. */
  label?: string;
}

/** Keeps its width while it says “Copied”. */
export function CopyKeyButton({ text, look, label }: CopyKeyButtonProps) {
  const { copied, busy, copy } = useCopy({ done: keyMessages.copied, failed: keyMessages.copyFailed });
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

interface KeyUsageLinkProps extends Pick<CopyKeyButtonProps, "look"> {
  id: string;
  label: "Usage" | "Usage History";
  icon?: boolean;
}

export function KeyUsageLink({ id, label, look, icon = true }: KeyUsageLinkProps) {
  return (
    <Button
      asChild
      variant={look === "row" ? "ghost" : "secondary"}
      size="sm"
      className={look === "row" ? "px-1.5" : "gap-1.5 px-3 max-lg:h-10"}
    >
      <Link to={paths.keyUsage(id)}>
        {icon && <ChartColumn className="size-3.5 max-[22.5rem]:hidden" aria-hidden />}
        {label}
      </Link>
    </Button>
  );
}
