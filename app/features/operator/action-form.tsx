import { useQueryClient } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { ApiError, failureMessage } from "#app/lib/api-error.ts";
import { cn } from "#app/lib/class-names.ts";
import { type ToastMessage, toast } from "#app/lib/toast.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { operatorMessages } from "./messages.ts";
import { everyOperatorQuery } from "./queries.ts";

export type ErrorOf<Field extends string> = (field: Field) => string | null;

interface ActionFormProps<Field extends string> {
  icon: LucideIcon;
  tone: "neutral" | "danger";
  title: string;
  description: ReactNode;
  action: { label: string; busyLabel: string };
  /** What is typed, as one object per change: a refusal belongs to what was sent. */
  draft: object;
  /** What the API would refuse, by field; null for a valid one. */
  problems: Record<Field, string | null>;
  /** The field of a refusal that names none. */
  fieldOfCode?: Partial<Record<string, NoInfer<Field>>>;
  send: () => Promise<ToastMessage>;
  onDone: () => void;
  children: (errorOf: ErrorOf<Field>) => ReactNode;
}

/** In a dialog. A refusal is shown at its field, any other failure below the fields. */
export function ActionForm<Field extends string>(props: ActionFormProps<Field>) {
  const { icon: Icon, tone, title, description, action, children } = props;
  const { form, busy, errorOf, failure, handleSubmit } = useAction(props);
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate aria-busy={busy}>
      <span
        className={cn(
          "mb-4 grid size-9 place-items-center rounded-full",
          tone === "danger" ? "bg-danger-soft text-danger-ink" : "bg-fill text-ink-2",
        )}
      >
        <Icon className="size-[18px]" aria-hidden="true" />
      </span>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription className="wrap-anywhere">{description}</DialogDescription>
      {children(errorOf)}
      {failure && (
        <Alert tone="danger" className="mt-4">
          {failure}
        </Alert>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          variant={tone === "danger" ? "danger" : "primary"}
          busy={busy}
          className="min-w-32"
        >
          {busy ? action.busyLabel : action.label}
        </Button>
      </DialogFooter>
    </form>
  );
}

function useAction<Field extends string>({
  draft,
  problems,
  fieldOfCode = {},
  send,
  onDone,
}: ActionFormProps<Field>) {
  const [checked, setChecked] = useState(false);
  const { submit, busy, error, reset } = useSubmit();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const refused = refusedField(error, problems, fieldOfCode);
  const focusInvalid = () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is a new attempt
  useEffect(() => reset(), [draft]);
  useEffect(() => {
    if (refused !== null) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refused]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (Object.values(problems).some(Boolean)) {
      flushSync(() => setChecked(true));
      focusInvalid();
      return;
    }
    void submit(async () => {
      toast({ ...(await send()), tone: "success" });
      void queryClient.invalidateQueries(everyOperatorQuery);
      onDone();
    });
  }
  const errorOf = (field: Field) =>
    refused === field ? failureMessage(error, "") : checked ? problems[field] : null;
  const failure =
    error !== null && refused === null ? failureMessage(error, operatorMessages.actionFailed) : null;
  return { form, busy, errorOf, failure, handleSubmit };
}

function refusedField<Field extends string>(
  error: unknown,
  problems: Record<Field, string | null>,
  fieldOfCode: Partial<Record<string, Field>>,
): Field | null {
  if (!(error instanceof ApiError)) return null;
  const { field = fieldOfCode[error.code] } = error;
  return (Object.keys(problems) as Field[]).find((known) => known === field) ?? null;
}
