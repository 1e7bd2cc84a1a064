import type { ReactNode } from "react";
import { FormFailure } from "#app/components/form-failure.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { FormState } from "#app/lib/use-form.ts";

interface CardFormProps {
  form: FormState;
  success: { title: string; detail: string };
  action: { icon?: ReactNode; label: string; busyLabel: string };
  children: ReactNode;
}

/** A form in a card, with how it went above its fields. */
export function CardForm({ form, success, action, children }: CardFormProps) {
  const { busy, done, failure, formProps } = form;
  return (
    <form {...formProps} className="grid gap-4 px-6 py-6 max-lg:px-4">
      <FormFailure message={failure} />
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
