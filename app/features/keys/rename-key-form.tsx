import { type FormEvent, useState } from "react";
import { DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { toast } from "#app/lib/toast.ts";
import { DialogActions } from "./dialog-actions.tsx";
import type { KeyDialogProps } from "./key-dialog-props.ts";
import { keyMessages } from "./messages.ts";
import { NameField } from "./name-field.tsx";
import { useChangeKey } from "./use-change-key.ts";

export function RenameKeyForm({ apiKey, onDone }: KeyDialogProps) {
  const [name, setName] = useState(apiKey.name);
  const { change, changing, problem, forgetProblem } = useChangeKey(apiKey);
  const wanted = name.trim();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (wanted === "") toast({ ...keyMessages.missingName, tone: "danger" });
    else if (wanted === apiKey.name) onDone();
    else if (
      await change({ name: wanted }, { ...keyMessages.renamed, description: `It is called “${wanted}” now.` })
    )
      onDone();
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle>Rename API Key</DialogTitle>
      <DialogDescription>The key itself stays the same.</DialogDescription>
      <NameField
        name={name}
        error={problem}
        onChange={(next) => {
          setName(next);
          forgetProblem();
        }}
      />
      <DialogActions label="Rename" busyLabel="Renaming…" busy={changing} disabled={wanted === ""} />
    </form>
  );
}
