import { Link } from "@remix-run/react";
import type { UserAttributes } from "@supabase/supabase-js";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { isAboutNewPassword, requireGoodPassword } from "#app/features/auth/new-password.ts";
import { PasswordField } from "#app/features/auth/password-field.tsx";
import { isSixDigits } from "#app/features/auth/second-factor.ts";
import { useSession } from "#app/features/auth/session.ts";
import { auth, unwrapAuth } from "#app/lib/auth.ts";
import { authErrorCode } from "#app/lib/auth-error.ts";
import { paths } from "#app/lib/paths.ts";
import { asksCurrentPassword, readStoredSession } from "#app/lib/stored-session.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { AccountForm } from "./account-form.tsx";
import { AlsoRevokeTokens, useAlsoRevokeTokens } from "./also-revoke-tokens.tsx";
import { asUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";

const EMPTY = { current: "", password: "", confirmation: "", code: "" };

export function UpdatePasswordForm() {
  const { user } = useSession();
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [asksCurrent, setAsksCurrent] = useState(sessionAsksCurrentPassword);
  const tokens = useAlsoRevokeTokens();
  const { submit, reset, busy, done, failure, error } = useSubmit(authMessages.fallback.passwordUpdate);
  const differ = typed.password !== typed.confirmation;
  const codeMissing = needsCode && !isSixDigits(typed.code);
  const aboutCurrent = isAboutCurrentPassword(error);
  const aboutNew = isAboutNewPassword(error);
  const change = (fields: Partial<typeof EMPTY>) => setTyped({ ...typed, ...fields });

  function handleSubmit() {
    setTried(true);
    if (differ || codeMissing) return reset();
    void submit(async () => {
      await requireGoodPassword(typed.password, user.email);
      const outcome = await updatePassword({
        password: typed.password,
        ...(asksCurrent && { current_password: typed.current }),
        ...(needsCode && { nonce: typed.code }),
      }).catch((refusal: unknown) => {
        if (isAboutCurrentPassword(refusal)) setAsksCurrent(true);
        throw refusal;
      });
      setTried(false);
      setNeedsCode(outcome === "needs-code");
      if (outcome !== "updated") return;
      setTyped(EMPTY);
      await tokens.revoke().catch(() => {
        throw new Error(accountMessages.accessTokens.notRevoked);
      });
    });
  }
  return (
    <AccountForm
      form={{ busy, failure: aboutCurrent || aboutNew ? null : failure, done: done && !needsCode }}
      success={{ title: authMessages.success.passwordUpdate, detail: accountMessages.signedOutElsewhere }}
      action={{ label: authMessages.updatePassword, busyLabel: "Updating…" }}
      onSubmit={handleSubmit}
    >
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {asksCurrent && (
        <CurrentPassword
          value={typed.current}
          error={aboutCurrent && failure}
          onValueChange={(current) => change({ current })}
        />
      )}
      <PasswordField
        label="New password"
        name="new-password"
        size="md"
        error={aboutNew && failure}
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
      <AlsoRevokeTokens choice={tokens} />
    </AccountForm>
  );
}

function sessionAsksCurrentPassword(): boolean {
  const session = readStoredSession();
  return session === null || asksCurrentPassword(session);
}

const CURRENT_PASSWORD = /^current_password_(required|invalid)$/;

const isAboutCurrentPassword = (error: unknown) => CURRENT_PASSWORD.test(authErrorCode(error) ?? "");

interface CurrentPasswordProps {
  value: string;
  error: string | null | false;
  onValueChange: (value: string) => void;
}

function CurrentPassword({ value, error, onValueChange }: CurrentPasswordProps) {
  const { label, hint, reset } = accountMessages.currentPassword;
  return (
    <div>
      <Field label={label} error={error}>
        <PasswordInput
          name="current-password"
          autoComplete="current-password"
          required
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      </Field>
      <p className="mt-1.5 text-caption text-ink-3">
        {hint}{" "}
        <Button variant="link" size="sm" asChild>
          <Link to={paths.resetPassword}>{reset}</Link>
        </Button>
      </p>
    </div>
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
const updatePassword = (change: UserAttributes): Promise<"updated" | "needs-code"> =>
  asUser(async () => {
    const { error } = await (await auth()).updateUser(change);
    if (!error) return "updated";
    if (authErrorCode(error) !== "reauthentication_needed") throw error;
    await sendCode();
    return "needs-code";
  });
