import { useEffect, useState } from "react";
import { toast } from "#app/lib/toast.ts";
import { copyText } from "./copy-text.ts";
import { COPIED_FOR_MS } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";

/** Copies and tells: `copied` stays true for two seconds. `announce` is the toast of a success. */
export function useCopy(announce?: { title: string }) {
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
      if (announce) toast({ ...announce, tone: "success" });
    } catch {
      toast({ ...keyMessages.copyFailed, tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return { copied: copiedAt !== null, busy, copy };
}
