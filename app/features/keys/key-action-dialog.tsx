import { Dialog, DialogContent } from "#app/components/ui/dialog.tsx";
import { BrowserAccessForm } from "./browser-access-form.tsx";
import { DisableKeyConfirm } from "./disable-key-confirm.tsx";
import { KeyBudgetsForm } from "./key-budgets-form.tsx";
import { KeyExpiryForm } from "./key-expiry-form.tsx";
import type { NewKey } from "./new-key.ts";
import { RenameKeyForm } from "./rename-key-form.tsx";
import { RotateKeySteps } from "./rotate-key-steps.tsx";
import type { useKeyDialog } from "./use-key-dialog.ts";

const BODY = {
  rename: RenameKeyForm,
  expiry: KeyExpiryForm,
  budgets: KeyBudgetsForm,
  origins: BrowserAccessForm,
  disable: DisableKeyConfirm,
  rotate: RotateKeySteps,
};

interface KeyActionDialogProps extends Omit<ReturnType<typeof useKeyDialog>, "openDialog"> {
  onCreated: (key: NewKey) => void;
}

/** The dialog behind a key's menu. */
export function KeyActionDialog({ asked, isOpen, setOpen, restoreFocus, onCreated }: KeyActionDialogProps) {
  const Body = asked && BODY[asked.kind];
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent onCloseAutoFocus={restoreFocus}>
        {Body && <Body apiKey={asked.apiKey} onDone={() => setOpen(false)} onCreated={onCreated} />}
      </DialogContent>
    </Dialog>
  );
}
