import type { FormEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { useSubmit } from "#app/lib/use-submit.ts";

interface AccountFormProps {
  form: Pick<ReturnType<typeof useSubmit>, "busy" | "done" | "failure">;
  success: { title: string; detail: string };
  action: { icon?: ReactNode; label: string; busyLabel: string };
  onSubmit: () => void;
  children: ReactNode;
}

/** The first invalid field gets the focus. */
export function AccountForm({ form, success, action, onSubmit, children }: AccountFormProps) {
  const { busy, done, failure } = form;
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    flushSync(onSubmit);
    event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
  return (
    <form className="grid gap-4 px-6 py-6 max-lg:px-4" onSubmit={handleSubmit} aria-busy={busy}>
      {failure && (
        <Alert tone="danger">
          <SupportText>{failure}</SupportText>
        </Alert>
      )}
      {done && (
        <Alert tone="success">
          <p className="font-medium">{success.title}</p>
          <p className="mt-0.5">{success.detail}</p>
        </Alert>
      )}
      {children}
      <Button
        type="submit"
        variant="primary"
        className="mt-1 min-w-38 justify-self-start max-sm:h-11 max-sm:w-full"
        busy={busy}
      >
        {!busy && action.icon}
        {busy ? action.busyLabel : action.label}
      </Button>
    </form>
  );
}
