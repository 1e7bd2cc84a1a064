import { useEffect, useState } from "react";
import { type ToastMessage, toast } from "#app/lib/toast.ts";
import { copyText } from "./copy-text.ts";
import { COPIED_FOR_MS } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";

interface CopyWords {
  /** The toast of a success, if any. */
  done?: ToastMessage;
  failed?: ToastMessage;
}

/** Copies and tells: `copied` stays true for two seconds. */
export function useCopy({ done, failed = keyMessages.copyFailed }: CopyWords = {}) {
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
