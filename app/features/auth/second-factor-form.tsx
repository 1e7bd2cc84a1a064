import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { authMessages } from "./messages.ts";
import { isSixDigits } from "./six-digits.ts";
import { SubmitButton } from "./submit-button.tsx";
import { useSecondFactor } from "./use-second-factor.ts";

const words = authMessages.secondFactor;

/** Asks a signed-in person for the code of their authenticator; a success is seen by whoever listens. */
export default function SecondFactorForm() {
  const { verify, switchAccount, busy, failure, setFailure } = useSecondFactor();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!failure) return;
    if (failure !== words.incomplete) setCode("");
    field.current?.focus();
  }, [failure]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSixDigits(code)) void verify(code);
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
      <SubmitButton busy={busy}>{busy ? words.verifying : words.verify}</SubmitButton>
      <Button variant="link" className="mt-4 justify-self-center" onClick={() => void switchAccount()}>
        {words.otherAccount}
      </Button>
    </form>
  );
}
