import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogFooter } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { CodeForm, useCodeForm } from "#app/features/auth/code-form.tsx";
import { failureMessage } from "#app/lib/api-error.ts";
import { passSecondFactor } from "#app/lib/auth/second-factor.ts";
import { useAction, useForm } from "#app/lib/use-form.ts";
import { presenceMessages as words } from "./messages.ts";
import { emailCode, type Person, proveByEmailedCode, proveByPassword } from "./prove.ts";

interface FormProps {
  person: Person;
  onConfirmed: () => void;
}

export function AppCodeForm({ onConfirmed }: Pick<FormProps, "onConfirmed">) {
  const form = useCodeForm(
    async (code) => {
      await passSecondFactor(code);
      onConfirmed();
    },
    { fallback: words.failed },
  );
  return (
    <CodeForm form={form}>
      <Footer busy={form.busy} />
    </CodeForm>
  );
}

export function PasswordForm({
  person,
  onConfirmed,
  onEmailInstead,
}: FormProps & { onEmailInstead: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const { formProps, draft, edit, errorOf, busy } = useForm({
    initial: { password: "" },
    send: async ({ password }) => {
      try {
        await proveByPassword(person, password);
      } catch (error) {
        field.current?.select();
        throw error;
      }
    },
    fields: () => "password",
    onSent: onConfirmed,
    fallback: words.failed,
  });
  return (
    <form {...formProps} method="post" className="grid gap-4">
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={person.email} readOnly hidden />
      <Field label="Password" error={errorOf("password")}>
        <PasswordInput
          ref={field}
          name="password"
          size="lg"
          autoComplete="current-password"
          required
          autoFocus
          value={draft.password}
          onChange={(event) => edit({ password: event.target.value })}
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
  const form = useCodeForm(
    async (code) => {
      await proveByEmailedCode(person, code);
      onConfirmed();
    },
    { fallback: words.failed },
  );
  const emails = useRef(0);
  const email = useAction(
    async () => {
      emails.current += 1;
      form.forget();
      await emailCode(person);
    },
    {
      onFailure(error) {
        form.edit({ code: "" });
        form.fail(failureMessage(error, words.notSent));
      },
    },
  );
  const sendFirst = useRef(email.run);
  useEffect(() => {
    // In development React runs effects twice.
    if (emails.current === 0) void sendFirst.current();
  }, []);
  return (
    <CodeForm form={form}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="link" size="sm" busy={email.busy} onClick={() => void email.run()}>
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
