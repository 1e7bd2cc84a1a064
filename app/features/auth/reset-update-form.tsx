import { type FormEvent, useRef, useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { paths } from "#app/lib/paths.ts";
import { LinkFailure } from "./link-failure.tsx";
import { authMessages } from "./messages.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SubmitButton } from "./submit-button.tsx";
import type { LinkPassword } from "./use-link-password.ts";

interface ResetUpdateFormProps {
  link: LinkPassword;
  password: string;
  onPasswordChange(password: string): void;
}

export function ResetUpdateForm({ link, password, onPasswordChange }: ResetUpdateFormProps) {
  const confirmation = useRef<HTMLInputElement>(null);
  const [differ, setDiffer] = useState(false);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const same = confirmation.current?.value === password;
    setDiffer(!same);
    if (same) void link.submit(password);
    else confirmation.current?.focus();
  };

  return (
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={link.busy}>
      <LinkFailure link={link} to={paths.resetPassword} action="Ask for a new link" />
      <NewPasswordField label="New password" value={password} onValueChange={onPasswordChange} />
      <Field label="Confirm password" error={differ && authMessages.invalid.passwordsDiffer}>
        <PasswordInput
          ref={confirmation}
          name="confirmation"
          size="lg"
          autoComplete="new-password"
          required
          onChange={() => setDiffer(false)}
        />
      </Field>
      <SubmitButton busy={link.busy}>{authMessages.updatePassword}</SubmitButton>
    </form>
  );
}
