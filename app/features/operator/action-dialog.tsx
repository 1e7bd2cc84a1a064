import { useQueryClient } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { DescriptionList } from "#app/components/description-list.tsx";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { styled } from "#app/components/ui/styled.tsx";
import type { ToastMessage } from "#app/lib/toast.ts";
import { useForm } from "#app/lib/use-form.ts";
import { type NoteTexts, NotifyField, noteProblem, reasonProblem, WordsField } from "./action-fields.tsx";
import { operatorMessages } from "./messages.ts";
import { everyOperatorQuery } from "./queries.ts";

/** A form's values, by field. */
type Fields = Record<string, unknown>;
type Common = {
  /** The reason, or the note in its place. */
  reason: string;
  notify: boolean;
};

/** The values that an action sends. `id` is the same for each attempt from one opened dialog. */
type Sent<Own extends Fields = Fields> = Own & Common & { id: string };
/** Takes what the form of its action holds. As a method, so that one form can show every action. */
// biome-ignore lint/style/useConsistentMethodSignatures: a property would not accept a form with fewer fields
type Method<Input, Output> = { call(input: Input): Output }["call"];

/** The form as an action's own fields use it. */
export interface ActionFields<Own extends Fields> {
  draft: Own;
  edit: Method<Partial<Own>, void>;
  errorOf: Method<keyof Own & string, string | null>;
}
type Labels = Record<"label" | "busyLabel", string>;

/** Something that an operator does after saying why. `Own` are the fields that only this action has. */
export interface Action<Own extends Fields = Fields> {
  icon: LucideIcon;
  /** For what can't be undone or stops a customer's requests. */
  tone?: "danger";
  title: string;
  /** Says what the action does, and to whom. */
  consequence: ReactNode;
  button: Labels | Method<Own, Labels>;
  /** What to know before; above the fields. */
  facts?: ReactNode;
  own?: {
    initial: Own;
    /** What the API would refuse, by field; null for a valid one. A field that isn't shown is left out. */
    check: Method<Own, Partial<Record<keyof Own & string, string | null>>>;
    /** The fields of refusals that name none, by code. */
    codes?: Partial<Record<string, keyof Own & string>>;
    show: Method<ActionFields<Own>, ReactNode>;
    /** What it leads to; below the fields. */
    outcome?: Method<Own, ReactNode>;
  };
  /** Where the reason goes, if not to the audit log alone. */
  reasonHint?: string;
  /** A note instead of a reason. */
  note?: NoteTexts;
  /** Offers to notify the customer. */
  notify?: string;
  send: Method<Sent<Own>, Promise<ToastMessage>>;
}

interface ActionDialogProps {
  action: Action;
  trigger: ReactNode;
  onDone?: () => void;
}

export const ActionDialog = ({ action, trigger, onDone }: ActionDialogProps) => (
  <ConfirmDialog trigger={trigger}>
    {(close) => (
      <ActionForm
        action={action}
        onDone={() => {
          close();
          onDone?.();
        }}
      />
    )}
  </ConfirmDialog>
);

interface ActionFormProps {
  action: Action;
  onDone: () => void;
}

/** In a dialog. A refusal is shown at its field, any other failure below the fields. */
export function ActionForm({ action, onDone }: ActionFormProps) {
  const { icon, tone, title, consequence, facts, own, reasonHint, note, notify, button } = action;
  const form = useActionForm(action, onDone);
  const { draft, edit, errorOf } = form;
  return (
    <DialogForm
      form={form}
      icon={icon}
      tone={tone}
      title={title}
      description={consequence}
      action={typeof button === "function" ? button(draft) : button}
    >
      {facts}
      {own?.show({ draft, edit, errorOf })}
      <WordsField
        note={note}
        reasonHint={reasonHint}
        words={draft.reason}
        error={errorOf("reason")}
        onChange={(reason) => edit({ reason })}
      />
      {notify && <NotifyField label={notify} notify={draft.notify} onChange={(notify) => edit({ notify })} />}
      {own?.outcome?.(draft)}
    </DialogForm>
  );
}

function useActionForm({ own, note, send }: Action, onDone: () => void) {
  // Neither a double click nor a retry after a lost response repeats the action.
  const [id] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  return useForm<Fields & Common, ToastMessage>({
    initial: { ...own?.initial, reason: "", notify: true },
    check: (draft) => ({
      ...own?.check(draft),
      reason: note ? noteProblem(draft.reason, note) : reasonProblem(draft.reason),
    }),
    fields: { ...own?.codes, note: "reason" },
    send: (draft) => send({ ...draft, reason: draft.reason.trim(), id }),
    notice: (message) => message,
    onSent() {
      void queryClient.invalidateQueries(everyOperatorQuery);
      onDone();
    },
    fallback: operatorMessages.actionFailed,
  });
}

/** The account, alert or rule that an action is about. */
export const Subject = styled("strong", "font-medium text-ink");

/** `Description`s of what an action is about. */
export const Facts = styled(DescriptionList, "mt-5 rounded-control border px-4");
