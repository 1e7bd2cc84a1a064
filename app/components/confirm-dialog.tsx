import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#app/components/ui/dialog.tsx";
import { focusScope } from "#app/lib/focus-scope.ts";

interface ConfirmDialogProps {
  trigger: ReactNode;
  /** Mounted anew each time the dialog opens. `done` closes it after the change, `close` without one. */
  children: (done: () => void, close: () => void) => ReactNode;
}

/** If confirming removes the trigger, the section around it takes the focus. */
export function ConfirmDialog({ trigger, children }: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const scope = useRef<HTMLElement | null>(null);
  const confirmed = useRef(false);

  function rememberScope() {
    confirmed.current = false;
    scope.current = focusScope(button.current);
  }
  function keepFocusNear(event: Event) {
    if (!confirmed.current) return;
    event.preventDefault();
    scope.current?.focus();
  }
  function done() {
    confirmed.current = true;
    setOpen(false);
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger ref={button} asChild>
        {trigger}
      </DialogTrigger>
      <DialogContent onOpenAutoFocus={rememberScope} onCloseAutoFocus={keepFocusNear}>
        {children(done, () => setOpen(false))}
      </DialogContent>
    </Dialog>
  );
}

/** For what can't be undone, or not easily. */
export const Confirmation = (props: Omit<ComponentProps<typeof DialogForm>, "icon" | "tone">) => (
  <DialogForm {...props} icon={TriangleAlert} tone="danger" />
);
