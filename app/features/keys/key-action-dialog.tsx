import { Dialog, DialogContent } from "#app/components/ui/dialog.tsx";
import { BrowserAccessForm } from "./browser-access-form.tsx";
import { DisableKeyConfirm } from "./disable-key-confirm.tsx";
import { KeyBudgetsForm } from "./key-budgets-form.tsx";
import { KeyExpiryForm } from "./key-expiry-form.tsx";
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

type KeyActionDialogProps = Omit<ReturnType<typeof useKeyDialog>, "openDialog">;

/** The dialog behind a key's menu. What it held, a full key among it, goes when it closes. */
export function KeyActionDialog({ asked, isOpen, setOpen, restoreFocus }: KeyActionDialogProps) {
  const Body = asked && BODY[asked.kind];
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent onCloseAutoFocus={restoreFocus}>
        {Body && <Body apiKey={asked.apiKey} onDone={() => setOpen(false)} />}
      </DialogContent>
    </Dialog>
  );
}
