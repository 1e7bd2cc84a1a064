import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { toast } from "#app/lib/toast.ts";
import { accountMessages } from "./messages.ts";

const COPIED_FOR_MS = 2_000;

export function CopySecretButton({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      toast({ ...accountMessages.secretCopyFailed, tone: "danger" });
    }
  }
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant="ghost"
      size="icon"
      className={cn("size-7 max-lg:size-9", copied && "text-success-ink")}
      aria-label={copied ? "Copied" : "Copy key"}
      onClick={copy}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
