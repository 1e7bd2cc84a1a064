import CircleCheck from "lucide-react/icons/circle-check";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import type { ToastMessage } from "#app/lib/toast.ts";
import { NoteField, noteProblem } from "./action-fields.tsx";
import { ActionForm } from "./action-form.tsx";

interface NoteFormProps {
  title: string;
  description: ReactNode;
  /** The button's text, such as "Close event". */
  label: string;
  send: (note: string) => Promise<ToastMessage>;
}

/** Closes something with a note, which stays with it. */
export const NoteDialog = ({ trigger, ...form }: NoteFormProps & { trigger: ReactNode }) => (
  <ConfirmDialog trigger={trigger}>{(done) => <NoteForm {...form} onDone={done} />}</ConfirmDialog>
);

function NoteForm({ label, send, ...form }: NoteFormProps & { onDone: () => void }) {
  const [draft, setDraft] = useState({ note: "" });
  return (
    <ActionForm
      {...form}
      icon={CircleCheck}
      tone="neutral"
      action={{ label, busyLabel: "Closing…" }}
      draft={draft}
      problems={{ note: noteProblem(draft.note) }}
      send={() => send(draft.note.trim())}
    >
      {(errorOf) => (
        <NoteField
          note={draft.note}
          hint="Shown with it, and saved in the audit log."
          error={errorOf("note")}
          onChange={(note) => setDraft({ note })}
        />
      )}
    </ActionForm>
  );
}
