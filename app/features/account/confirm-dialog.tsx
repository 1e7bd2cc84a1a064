import { type ReactNode, useRef, useState } from "react";
import { Dialog, DialogContent, DialogTrigger } from "#app/components/ui/dialog.tsx";
import { homeOf } from "./focus-home.ts";

interface ConfirmDialogProps {
  trigger: ReactNode;
  /** Gets `done`, which closes. Mounted anew each time it opens. */
  children: (done: () => void) => ReactNode;
}

/** What asks before something is lost. The section around the trigger takes the focus if the trigger goes with it. */
export function ConfirmDialog({ trigger, children }: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  const home = useRef<HTMLElement | null>(null);
  const confirmed = useRef(false);

  function rememberHome() {
    confirmed.current = false;
    home.current = homeOf(document.activeElement);
  }
  function keepFocusNear(event: Event) {
    if (!confirmed.current) return;
    event.preventDefault();
    home.current?.focus();
  }
  function done() {
    confirmed.current = true;
    setOpen(false);
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent onOpenAutoFocus={rememberHome} onCloseAutoFocus={keepFocusNear}>
        {children(done)}
      </DialogContent>
    </Dialog>
  );
}
