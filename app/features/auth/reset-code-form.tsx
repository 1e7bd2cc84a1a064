import { type FormEvent, useEffect, useRef, useState } from "react";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { authMessages } from "./messages.ts";
import { isSixDigits } from "./six-digits.ts";
import { SubmitButton } from "./submit-button.tsx";
import type { LinkPassword } from "./use-link-password.ts";

const words = authMessages.secondFactor;

/** The provider changes the password of an account with a second factor only after its code. */
export default function ResetCodeForm({ link, password }: { link: LinkPassword; password: string }) {
  const { busy, failure, setFailure, submitWithCode } = link;
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!failure) return;
    if (failure !== words.incomplete) setCode("");
    field.current?.focus();
  }, [failure]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSixDigits(code)) void submitWithCode(password, code);
    else setFailure(words.incomplete);
  };
  const handleCode = (next: string) => {
    setCode(next);
    if (next) setFailure(null);
  };

  return (
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      <Field label={words.code} error={failure}>
        <CodeInput ref={field} name="code" value={code} onValueChange={handleCode} autoFocus />
      </Field>
      <SubmitButton busy={busy}>{authMessages.updatePassword}</SubmitButton>
    </form>
  );
}
