import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { authMessages } from "./messages.ts";
import { isSixDigits } from "./six-digits.ts";

const words = authMessages.secondFactor;

interface CodeFormProps {
  busy: boolean;
  failure: string | null;
  setFailure(failure: string | null): void;
  /** Is given six digits. */
  onCode(code: string): void;
  /** The submit button, and what stands below it. */
  children: ReactNode;
}

/** Asks for the code of an authenticator; a refused one is cleared, an incomplete one stays to be completed. */
export function CodeForm({ busy, failure, setFailure, onCode, children }: CodeFormProps) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!failure) return;
    if (failure !== words.incomplete) setCode("");
    field.current?.focus();
  }, [failure]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSixDigits(code)) onCode(code);
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
      {children}
    </form>
  );
}
