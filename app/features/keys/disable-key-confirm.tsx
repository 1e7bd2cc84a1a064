import { DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import type { KeyDialogProps } from "./key-dialog-props.ts";
import { InUseWarning, KeyFacts } from "./key-facts.tsx";
import { keyMessages } from "./messages.ts";
import { useChangeKey } from "./use-change-key.ts";

export function DisableKeyConfirm({ apiKey, onDone }: KeyDialogProps) {
  const { change, changing } = useChangeKey(apiKey);

  async function confirm() {
    const description = `Requests with “${apiKey.name}” are refused until you enable it.`;
    if (await change({ disabled: true }, { ...keyMessages.disabled, description })) onDone();
  }

  return (
    <>
      <DialogTitle>Disable API Key</DialogTitle>
      <DialogDescription>
        Requests with this key are refused at once, until you enable it again.
      </DialogDescription>
      <KeyFacts apiKey={apiKey} />
      <InUseWarning apiKey={apiKey} />
      <DialogActions
        label="Disable API Key"
        busyLabel="Disabling…"
        busy={changing}
        tone="danger"
        onConfirm={confirm}
      />
    </>
  );
}
