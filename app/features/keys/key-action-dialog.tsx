import { useEffect, useRef, useState } from "react";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Dialog, DialogContent } from "#app/components/ui/dialog.tsx";
import { focusScope } from "#app/lib/focus-scope.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { changeFailure, useChangeKey } from "./change-key.ts";
import { KeyBudgetsForm } from "./key-budgets-form.tsx";
import { InUseWarning, KeyFacts } from "./key-facts.tsx";
import { KeyRestrictionsForm } from "./key-restrictions-form.tsx";
import { BalanceAccessForm, KeyExpiryForm, RenameKeyForm } from "./key-settings-forms.tsx";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./queries.ts";
import { RotateKeySteps } from "./rotate-key-steps.tsx";

const BODIES = {
  rename: RenameKeyForm,
  expiry: KeyExpiryForm,
  budgets: KeyBudgetsForm,
  restrictions: KeyRestrictionsForm,
  balance: BalanceAccessForm,
  disable: DisableKeyConfirm,
  rotate: RotateKeySteps,
};

export type KeyDialogKind = keyof typeof BODIES;

type KeyActionDialogProps = Omit<ReturnType<typeof useKeyDialog>, "openDialog"> & {
  onCreated: (key: NewKey) => void;
};

export function KeyActionDialog(props: KeyActionDialogProps) {
  const { request, isOpen, setOpen, restoreFocus, onCreated } = props;
  const Body = request && BODIES[request.kind];
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent onCloseAutoFocus={restoreFocus}>
        {Body && <Body apiKey={request.apiKey} onDone={() => setOpen(false)} onCreated={onCreated} />}
      </DialogContent>
    </Dialog>
  );
}

function DisableKeyConfirm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const change = useChangeKey(apiKey);
  const description = `Requests with “${apiKey.name}” are refused until you enable it.`;
  const form = useForm({
    initial: {},
    send: () => change({ disabled: true }),
    notice: { ...keyMessages.disabled, description },
    onSent: onDone,
    failureNotice: changeFailure,
  });
  return (
    <DialogForm
      form={form}
      title="Disable API Key"
      description="Requests with this key are refused immediately, until you enable it again."
      action={{ label: "Disable API Key", busyLabel: "Disabling…" }}
      tone="danger"
    >
      <KeyFacts apiKey={apiKey} recent />
      <InUseWarning apiKey={apiKey} />
    </DialogForm>
  );
}

interface DialogRequest {
  kind: KeyDialogKind;
  apiKey: ApiKey;
  /** Gets the focus when the dialog closes; if its row has gone, the section around it does. */
  opener: HTMLElement;
  section: HTMLElement | null;
}

/** Lives outside the rows, because a rotation or a refetch may remove the row that opened the dialog. */
export function useKeyDialog() {
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  const returned = useRef<DialogRequest | null>(null);

  function openDialog(kind: KeyDialogKind, apiKey: ApiKey, opener: HTMLElement) {
    setRequest({ kind, apiKey, opener, section: focusScope(opener) });
    setOpen(true);
  }

  // A rotated key's row may go only after the dialog has closed, and the focus with it.
  useEffect(() => {
    if (returned.current === null || returned.current.opener.isConnected) return;
    if (document.activeElement === document.body) returned.current.section?.focus();
    returned.current = null;
  });

  function restoreFocus(event: Event) {
    event.preventDefault();
    const target = request?.opener.isConnected ? request.opener : request?.section;
    target?.focus();
    returned.current = request;
  }

  return { request, isOpen, setOpen, openDialog, restoreFocus };
}

export type OpenKeyDialog = ReturnType<typeof useKeyDialog>["openDialog"];
