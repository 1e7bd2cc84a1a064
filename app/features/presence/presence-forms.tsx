import { type FormEvent, useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogFooter } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { CodeForm } from "#app/features/auth/code-form.tsx";
import { passSecondFactor } from "#app/features/auth/second-factor.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { presenceMessages as words } from "./messages.ts";
import { emailCode, type Person, proveByEmailedCode, proveByPassword } from "./prove.ts";

interface FormProps {
  person: Person;
  onConfirmed: () => void;
}

export function AppCodeForm({ onConfirmed }: Pick<FormProps, "onConfirmed">) {
  const form = useSubmit(words.failed);
  const confirm = async (code: string) => {
    await passSecondFactor(code);
    onConfirmed();
  };
  return (
    <CodeForm form={form} onCode={(code) => void form.submit(() => confirm(code))}>
      <Footer busy={form.busy} />
    </CodeForm>
  );
}

export function PasswordForm({
  person,
  onConfirmed,
  onEmailInstead,
}: FormProps & { onEmailInstead: () => void }) {
  const { submit, busy, failure, reset } = useSubmit(words.failed);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!failure) return;
    field.current?.focus();
    field.current?.select();
  }, [failure]);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    void submit(async () => {
      await proveByPassword(person, password);
      onConfirmed();
    });
  }
  return (
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={person.email} readOnly hidden />
      <Field label="Password" error={failure}>
        <PasswordInput
          ref={field}
          name="password"
          size="lg"
          autoComplete="current-password"
          required
          autoFocus
          onChange={() => failure && reset()}
        />
      </Field>
      <Button variant="link" size="sm" className="justify-self-start" onClick={onEmailInstead}>
        {words.emailInstead}
      </Button>
      <Footer busy={busy} />
    </form>
  );
}

/** Emails the code as soon as it is shown. */
export function EmailedCodeForm({ person, onConfirmed }: FormProps) {
  const form = useSubmit(words.failed);
  const email = useSubmit(words.notSent);
  const emails = useRef(0);
  const send = () => {
    emails.current += 1;
    void email.submit(() => emailCode(person));
  };
  const sendFirst = useRef(send);
  useEffect(() => {
    // In development React runs effects twice.
    if (emails.current === 0) sendFirst.current();
  }, []);

  const confirm = async (code: string) => {
    await proveByEmailedCode(person, code);
    onConfirmed();
  };
  function reset() {
    form.reset();
    email.reset();
  }
  return (
    <CodeForm
      form={{ busy: form.busy, failure: form.failure ?? email.failure, fail: form.fail, reset }}
      onCode={(code) => void form.submit(() => confirm(code))}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="link" size="sm" busy={email.busy} onClick={send}>
          {email.busy ? words.sending : words.sendAgain}
        </Button>
        <span role="status" className="text-caption text-ink-3">
          {email.done && emails.current > 1 && words.sentAgain}
        </span>
      </div>
      <Footer busy={form.busy} />
    </CodeForm>
  );
}

const Footer = ({ busy }: { busy: boolean }) => (
  <DialogFooter className="mt-1">
    <DialogClose asChild>
      <Button>Cancel</Button>
    </DialogClose>
    <Button type="submit" variant="primary" busy={busy} className="min-w-28">
      {busy ? words.confirming : words.confirm}
    </Button>
  </DialogFooter>
);
