import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import type { useSubmit } from "#app/lib/use-submit.ts";
import { authMessages } from "./messages.ts";
import { isSixDigits } from "./second-factor.ts";

const WORDS = authMessages.secondFactor;

interface CodeFormProps {
  form: Pick<ReturnType<typeof useSubmit>, "busy" | "failure" | "fail" | "reset">;
  onCode: (code: string) => void;
  children: ReactNode;
}

/** A code from an authenticator app. A refused code is cleared; an incomplete one stays to be completed. */
export function CodeForm({ form: { busy, failure, fail, reset }, onCode, children }: CodeFormProps) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);

  // Before anybody sees the message: a later effect would clear what is typed next.
  useLayoutEffect(() => {
    if (!failure) return;
    if (failure !== WORDS.incomplete) setCode("");
    field.current?.focus();
  }, [failure]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSixDigits(code)) onCode(code);
    else fail(WORDS.incomplete);
  };
  const handleCode = (next: string) => {
    setCode(next);
    if (next && failure) reset();
  };

  return (
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      <Field label={WORDS.code} error={failure}>
        <CodeInput ref={field} name="code" value={code} onValueChange={handleCode} autoFocus />
      </Field>
      {children}
    </form>
  );
}
