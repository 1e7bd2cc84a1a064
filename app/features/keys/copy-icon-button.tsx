import { Check, Copy } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { ToastMessage } from "#app/lib/toast.ts";
import { useCopy } from "./use-copy.ts";

interface CopyIconButtonProps {
  label: string;
  text: () => Promise<string>;
  /** The toast of a failure, where it is not a key that could not be copied. */
  failed?: ToastMessage;
}

export function CopyIconButton({ label, text, failed }: CopyIconButtonProps) {
  const { copied, copy } = useCopy(failed && { failed });
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant="ghost"
      size="icon"
      className={cn("size-7 max-lg:size-9", copied && "text-success-ink")}
      aria-label={copied ? "Copied" : label}
      onClick={() => copy(text())}
    >
      <Icon aria-hidden />
    </Button>
  );
}
