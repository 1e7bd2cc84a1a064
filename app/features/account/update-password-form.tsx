import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { PasswordField } from "#app/features/auth/password-field.tsx";
import { isSixDigits } from "#app/features/auth/second-factor.ts";
import { useSession } from "#app/features/auth/session.ts";
import { auth, unwrapAuth } from "#app/lib/auth.ts";
import { authErrorCode } from "#app/lib/auth-error.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { AccountForm } from "./account-form.tsx";
import { asUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";

const EMPTY = { password: "", confirmation: "", code: "" };

export function UpdatePasswordForm() {
  const { user } = useSession();
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const { submit, reset, busy, done, failure } = useSubmit(authMessages.fallback.passwordUpdate);
  const differ = typed.password !== typed.confirmation;
  const codeMissing = needsCode && !isSixDigits(typed.code);
  const change = (fields: Partial<typeof EMPTY>) => setTyped({ ...typed, ...fields });

  function handleSubmit() {
    setTried(true);
    if (differ || codeMissing) return reset();
    void submit(async () => {
      const outcome = await updatePassword(typed.password, needsCode ? typed.code : undefined);
      setTried(false);
      setNeedsCode(outcome === "needs-code");
      if (outcome === "updated") setTyped(EMPTY);
    });
  }
  return (
    <AccountForm
      form={{ busy, failure, done: done && !needsCode }}
      success={{ title: authMessages.success.passwordUpdate, detail: accountMessages.signedOutElsewhere }}
      action={{ label: authMessages.updatePassword, busyLabel: "Updating…" }}
      onSubmit={handleSubmit}
    >
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="New password"
        name="new-password"
        size="md"
        password={typed.password}
        onPasswordChange={(password) => change({ password })}
      />
      <Field label="Confirm password" error={tried && differ && authMessages.invalid.passwordsDiffer}>
        <PasswordInput
          name="confirm-password"
          autoComplete="new-password"
          required
          value={typed.confirmation}
          onChange={(event) => change({ confirmation: event.target.value })}
        />
      </Field>
      {needsCode && (
        <EmailedCode
          code={typed.code}
          missing={tried && codeMissing}
          onCodeChange={(code) => change({ code })}
        />
      )}
    </AccountForm>
  );
}

type EmailedCodeProps = { code: string; missing: boolean; onCodeChange: (code: string) => void };

/** The provider emails a code before it changes the password of a session that is no longer fresh. */
function EmailedCode({ code, missing, onCodeChange }: EmailedCodeProps) {
  const { user } = useSession();
  const { submit, busy, done, failure } = useSubmit(authMessages.fallback.passwordUpdate);
  const sendAgain = () => submit(() => asUser(sendCode));
  return (
    <div>
      <Field
        label={accountMessages.enterCodeSentTo(user.email)}
        hint={done && accountMessages.codeSentAgain}
        error={failure || (missing && accountMessages.sixDigits)}
        className="sm:max-w-70"
      >
        <CodeInput value={code} onValueChange={onCodeChange} name="code" autoFocus />
      </Field>
      <Button variant="link" size="sm" className="mt-2" busy={busy} onClick={() => void sendAgain()}>
        Send another code
      </Button>
    </div>
  );
}

const sendCode = () => unwrapAuth((client) => client.reauthenticate());

/** `needs-code` if the provider first requires the code that it has just emailed. */
const updatePassword = (password: string, nonce?: string): Promise<"updated" | "needs-code"> =>
  asUser(async () => {
    const { error } = await (await auth()).updateUser({ password, ...(nonce && { nonce }) });
    if (!error) return "updated";
    if (authErrorCode(error) !== "reauthentication_needed") throw error;
    await sendCode();
    return "needs-code";
  });
