import { useRef, useState } from "react";
import { Dialog, DialogContent } from "#app/components/ui/dialog.tsx";
import { type Action, ActionForm } from "#app/features/operator/action-dialog.tsx";
import { focusScope } from "#app/lib/focus-scope.ts";

interface ActionRequest {
  action: Action;
  /** Gets the focus when the dialog closes; if it has gone, the section around it does. */
  opener: HTMLElement;
  /** The action is about to take the opener away. */
  removesOpener?: true;
}

export type OpenAction = (request: ActionRequest) => void;

/** A dialog that lives outside the cards, because an alert that recovers takes its card away. */
export function usePageDialog() {
  const [request, setRequest] = useState<(ActionRequest & { section: HTMLElement | null }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const leaving = useRef(false);

  function openAction(wanted: ActionRequest) {
    leaving.current = false;
    setRequest({ ...wanted, section: focusScope(wanted.opener) });
    setOpen(true);
  }
  function handleDone() {
    leaving.current = request?.removesOpener === true;
    setOpen(false);
  }
  function restoreFocus(event: Event) {
    event.preventDefault();
    // The section may be higher than the window, and its top is no better place than the present one.
    if (leaving.current || !request?.opener.isConnected) request?.section?.focus({ preventScroll: true });
    else request.opener.focus();
  }
  const dialog = (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent onCloseAutoFocus={restoreFocus}>
        {request && <ActionForm action={request.action} onDone={handleDone} />}
      </DialogContent>
    </Dialog>
  );
  return { openAction, dialog };
}
