import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { copyMessages } from "#app/components/messages.ts";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { offerCopyByHand } from "#app/lib/copy-by-hand.ts";
import { CopyRefused, copyText } from "#app/lib/copy-text.ts";
import { type ToastMessage, toast } from "#app/lib/toast.ts";

/** Spec section 9. */
const COPIED_FOR_MS = 2_000;

interface CopyToasts {
  done?: ToastMessage;
  failed?: ToastMessage;
}

/** `copied` stays true for two seconds. A text that the browser doesn't let us copy is shown, to be copied by hand. */
export function useCopy({ done, failed = copyMessages.failed }: CopyToasts = {}) {
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
      if (done) toast.success(done);
    } catch (failure) {
      toast.failure(failed);
      if (failure instanceof CopyRefused) offerCopyByHand(failure.text);
    } finally {
      setBusy(false);
    }
  }

  return { copied: copiedAt !== null, busy, copy };
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
      aria-label={copied ? copyMessages.copied : label}
      onClick={() => copy(text())}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
