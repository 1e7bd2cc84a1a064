import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { type ToastMessage, toast } from "#app/lib/toast.ts";

/** Spec section 9. */
const COPIED_FOR_MS = 2_000;
const COPY_FAILED = { title: "Error", description: "Failed to copy to clipboard." };

interface CopyToasts {
  done?: ToastMessage;
  failed?: ToastMessage;
}

/** `copied` stays true for two seconds. */
export function useCopy({ done, failed = COPY_FAILED }: CopyToasts = {}) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy(text: Promise<string>) {
    setBusy(true);
    try {
      await copyText(text);
      setCopiedAt(Date.now());
      if (done) toast({ ...done, tone: "success" });
    } catch {
      toast({ ...failed, tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return { copied: copiedAt !== null, busy, copy };
}

/**
 * WebKit forgets the click while the text is fetched unless it is handed the promise itself
 * (https://webkit.org/blog/10855/async-clipboard-api/); other browsers take only the text.
 */
async function copyText(text: Promise<string>): Promise<void> {
  if ("GestureEvent" in globalThis && "ClipboardItem" in globalThis) {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
  } else {
    await navigator.clipboard.writeText(await text);
  }
}

interface CopyIconButtonProps extends Pick<CopyToasts, "failed"> {
  label: string;
  text: () => Promise<string>;
}

export function CopyIconButton({ label, text, ...toasts }: CopyIconButtonProps) {
  const { copied, copy } = useCopy(toasts);
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant="ghost"
      size="icon"
      className={cn("size-7 max-lg:size-9", copied && "text-success-ink")}
      aria-label={copied ? "Copied" : label}
      onClick={() => copy(text())}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
