import { Trash2, TriangleAlert } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
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
import { KeyText } from "./key-text.tsx";
import { isInUse } from "./keys-view.ts";
import { LastUsed } from "./last-used.tsx";
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
        <WhatIsLost apiKey={apiKey} />
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

function WhatIsLost({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <dl className="mt-5 divide-y rounded-control border px-4 text-small">
        <Row label="Name">
          <span className="font-medium wrap-anywhere">{apiKey.name}</span>
        </Row>
        <Row label="API Key">
          <KeyText value={apiKey.key} />
        </Row>
        <Row label="Last used">
          <LastUsed at={apiKey.last_used} />
        </Row>
      </dl>
      {isInUse(apiKey.last_used, Date.now()) && (
        <Alert tone="warning" className="mt-3">
          In use right now. Move traffic to another key first.
        </Alert>
      )}
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}
