import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { Dialog, DialogContent } from "#app/components/ui/dialog.tsx";
import { NoteField, noteProblem } from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import type { FiringAlert } from "#core/contract/operator-alerts.ts";
import type { PageDialog } from "./page-dialog.ts";

const TEXTS = operatorMessages.alerts;

export interface HandleRequest {
  alert: Pick<FiringAlert, "id" | "title">;
  action: "acknowledge" | "close";
  opener: HTMLElement;
}

export type OpenHandleDialog = (request: HandleRequest) => void;

export const HandleAlertDialog = ({
  request,
  isOpen,
  setOpen,
  leave,
  restoreFocus,
}: PageDialog<HandleRequest>) => (
  <Dialog open={isOpen} onOpenChange={setOpen}>
    <DialogContent onCloseAutoFocus={restoreFocus}>
      {request &&
        (request.action === "close" ? (
          <CloseForm alert={request.alert} onDone={leave} />
        ) : (
          <AcknowledgeForm alert={request.alert} onDone={leave} />
        ))}
    </DialogContent>
  </Dialog>
);

interface FormProps {
  alert: HandleRequest["alert"];
  onDone: () => void;
}

function AcknowledgeForm({ alert, onDone }: FormProps) {
  const [draft, setDraft] = useState({ note: "" });
  async function send() {
    const note = draft.note.trim();
    const param = { alert: String(alert.id) };
    await fromOperatorApi(
      operatorApi.alerts[":alert"].acknowledge.$post({ param, json: { ...(note && { note }) } }),
    );
    return { title: TEXTS.acknowledged, description: alert.title };
  }
  return (
    <ActionForm
      icon={Check}
      tone="neutral"
      title="Acknowledge this alert?"
      description={
        <>
          <AlertTitle alert={alert} /> stays listed with your name, but no longer counts as work to do.
        </>
      }
      action={{ label: "Acknowledge", busyLabel: "Acknowledging…" }}
      draft={draft}
      problems={{ note: noteProblem(draft.note, { optional: true }) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <NoteField
          label="Note (optional)"
          note={draft.note}
          hint={TEXTS.noteHint}
          error={errorOf("note")}
          onChange={(note) => setDraft({ note })}
        />
      )}
    </ActionForm>
  );
}

function CloseForm({ alert, onDone }: FormProps) {
  const [draft, setDraft] = useState({ note: "" });
  async function send() {
    const param = { alert: String(alert.id) };
    await fromOperatorApi(
      operatorApi.alerts[":alert"].close.$post({ param, json: { note: draft.note.trim() } }),
    );
    return { title: TEXTS.closed, description: alert.title };
  }
  return (
    <ActionForm
      icon={CircleCheck}
      tone="neutral"
      title="Close this alert?"
      description={
        <>
          <AlertTitle alert={alert} /> moves to the history, and whoever was notified of it is notified that
          it is over. It fires again if something new is found, or if it ends and comes back.
        </>
      }
      action={{ label: "Close alert", busyLabel: "Closing…" }}
      draft={draft}
      problems={{ note: noteProblem(draft.note) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <NoteField
          note={draft.note}
          hint={TEXTS.noteHint}
          error={errorOf("note")}
          onChange={(note) => setDraft({ note })}
        />
      )}
    </ActionForm>
  );
}

const AlertTitle = ({ alert }: Pick<FormProps, "alert">) => (
  <strong className="font-medium text-ink">{alert.title}</strong>
);
