import { type FormEvent, useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { authMessages } from "./messages.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { TermsField, useTerms } from "./sign-up-terms.tsx";
import { SubmitButton } from "./submit-button.tsx";
import type { NewAccount } from "./use-sign-up.ts";

interface SignUpFormProps {
  busy: boolean;
  failure: string | null;
  onSubmit(account: NewAccount): Promise<void>;
}

export function SignUpForm({ busy, failure, onSubmit }: SignUpFormProps) {
  const [password, setPassword] = useState("");
  const terms = useTerms();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!terms.check()) return;
    void onSubmit({ email: String(new FormData(event.currentTarget).get("email")), password });
  };

  return (
    // POST, so that a form sent without our script could never put a password into an address.
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Email">
        <Input name="email" type="email" size="lg" autoComplete="username" required />
      </Field>
      <NewPasswordField label="Password" value={password} onValueChange={setPassword} />
      <TermsField terms={terms} />
      <SubmitButton busy={busy}>{authMessages.signUp}</SubmitButton>
    </form>
  );
}
