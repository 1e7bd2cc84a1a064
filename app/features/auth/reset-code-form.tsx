import { type FormEvent, useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { authMessages } from "./messages.ts";
import { isSixDigits } from "./six-digits.ts";
import { SubmitButton } from "./submit-button.tsx";
import type { LinkPassword } from "./use-link-password.ts";

/** The provider changes the password of an account with a second factor only after its code. */
export function ResetCodeForm({ link, password }: { link: LinkPassword; password: string }) {
  const [code, setCode] = useState("");
  const [incomplete, setIncomplete] = useState(false);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIncomplete(!isSixDigits(code));
    if (isSixDigits(code)) void link.submitWithCode(password, code);
  };

  return (
    <form method="post" className="mt-6 grid gap-4" onSubmit={handleSubmit} aria-busy={link.busy}>
      {link.failure && <Alert tone="danger">{link.failure}</Alert>}
      <Field label="Code" error={incomplete && "Enter all six digits"}>
        <CodeInput value={code} onValueChange={setCode} autoFocus />
      </Field>
      <SubmitButton busy={link.busy}>{authMessages.updatePassword}</SubmitButton>
    </form>
  );
}
