import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import type { ToastMessage } from "#app/lib/toast.ts";
import { ReasonField, reasonProblem } from "./action-fields.tsx";
import { ActionForm } from "./action-form.tsx";

interface ReasonFormProps {
  icon: LucideIcon;
  title: string;
  description: ReactNode;
  action: { label: string; busyLabel: string };
  send: (reason: string) => Promise<ToastMessage>;
}

/** For an action that needs nothing but its reason. */
export const ReasonDialog = ({ trigger, ...form }: ReasonFormProps & { trigger: ReactNode }) => (
  <ConfirmDialog trigger={trigger}>{(done) => <ReasonForm {...form} onDone={done} />}</ConfirmDialog>
);

function ReasonForm({ send, ...form }: ReasonFormProps & { onDone: () => void }) {
  const [draft, setDraft] = useState({ reason: "" });
  return (
    <ActionForm
      {...form}
      tone="neutral"
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason) }}
      send={() => send(draft.reason.trim())}
    >
      {(errorOf) => (
        <ReasonField
          reason={draft.reason}
          error={errorOf("reason")}
          hint="Saved in the audit log."
          onChange={(reason) => setDraft({ reason })}
        />
      )}
    </ActionForm>
  );
}
