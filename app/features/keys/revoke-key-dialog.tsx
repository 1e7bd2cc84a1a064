import { Trash2, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { cn } from "#app/lib/class-names.ts";
import { toast } from "#app/lib/toast.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { InUseWarning, KeyFacts } from "./key-facts.tsx";
import { keyMessages } from "./messages.ts";
import { useRevokeKey } from "./use-api-keys.ts";

/** The revoke button of a key and the confirmation behind it. */
export function RevokeKeyDialog({ apiKey, className }: { apiKey: ApiKey; className?: string }) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement | null>(null);
  const { mutateAsync: revoke, isPending, isSuccess } = useRevokeKey();

  async function confirm() {
    try {
      await revoke(apiKey.id);
      toast({ ...keyMessages.revoked, description: `“${apiKey.name}” no longer works.`, tone: "success" });
    } catch {
      toast({ ...keyMessages.revokeFailed, tone: "danger" });
    }
    setOpen(false);
  }

  function rememberPanel() {
    panel.current = trigger.current?.closest<HTMLElement>("[role=tabpanel]") ?? null;
  }

  /** The button that opened this goes with its row. */
  function keepFocusNear(event: Event) {
    if (!isSuccess) return;
    event.preventDefault();
    panel.current?.focus();
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button
          ref={trigger}
          variant="ghost"
          size="icon"
          className={cn("text-ink-3 hover:bg-danger-soft hover:text-danger-ink", className)}
          aria-label={`Revoke ${apiKey.name}`}
          title={`Revoke ${apiKey.name}`}
        >
          <Trash2 aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent onOpenAutoFocus={rememberPanel} onCloseAutoFocus={keepFocusNear}>
        <span className="mb-4 grid size-9 place-items-center rounded-full bg-danger-soft text-danger-ink">
          <TriangleAlert className="size-[18px]" aria-hidden />
        </span>
        <DialogTitle>Revoke API Key</DialogTitle>
        <DialogDescription>Requests with this key stop at once. This cannot be undone.</DialogDescription>
        <KeyFacts apiKey={apiKey} />
        <InUseWarning apiKey={apiKey} />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" busy={isPending} onClick={confirm} className="min-w-32">
            {isPending ? "Revoking…" : "Revoke API Key"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
