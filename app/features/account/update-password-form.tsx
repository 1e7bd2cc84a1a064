import { Link } from "@remix-run/react";
import type { UserAttributes } from "@supabase/supabase-js";
import { useState } from "react";
import { CardForm } from "#app/components/card-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/input.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { PasswordField } from "#app/features/auth/password-field.tsx";
import { auth, unwrapAuth } from "#app/lib/auth/auth.ts";
import { authErrorCode } from "#app/lib/auth/auth-error.ts";
import { isAboutNewPassword, requireGoodPassword } from "#app/lib/auth/new-password.ts";
import { isSixDigits } from "#app/lib/auth/second-factor.ts";
import { useSession } from "#app/lib/auth/session.ts";
import { asksCurrentPassword, readStoredSession } from "#app/lib/auth/stored-session.ts";
import { paths } from "#app/lib/paths.ts";
import { type Form, useAction, useForm } from "#app/lib/use-form.ts";
import { AlsoRevokeTokens, useRevokeAllTokens } from "./also-revoke-tokens.tsx";
import { asUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";

const EMPTY = { current: "", password: "", confirmation: "", code: "", tokensToo: false };

export function UpdatePasswordForm() {
  const { user } = useSession();
  const { form, asksCurrent, needsCode } = useUpdatePassword(user.email);
  const { draft, edit, errorOf } = form;
  return (
    <CardForm
      form={{ ...form, done: form.done && !needsCode }}
      success={{ title: authMessages.success.passwordUpdate, detail: accountMessages.signedOutElsewhere }}
      action={{ label: authMessages.updatePassword, busyLabel: "Updating…" }}
    >
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {asksCurrent && (
        <CurrentPassword
          value={draft.current}
          error={errorOf("current")}
          onValueChange={(current) => edit({ current })}
        />
      )}
      <PasswordField
        label="New password"
        name="new-password"
        size="md"
        error={errorOf("password")}
        password={draft.password}
        onPasswordChange={(password) => edit({ password })}
      />
      <Field label="Confirm password" error={errorOf("confirmation")}>
        <PasswordInput
          name="confirm-password"
          autoComplete="new-password"
          required
          value={draft.confirmation}
          onChange={(event) => edit({ confirmation: event.target.value })}
        />
      </Field>
      {needsCode && (
        <EmailedCode code={draft.code} error={errorOf("code")} onCodeChange={(code) => edit({ code })} />
      )}
      <AlsoRevokeTokens checked={draft.tokensToo} onChange={(tokensToo) => edit({ tokensToo })} />
    </CardForm>
  );
}

function useUpdatePassword(email: string) {
  const [needsCode, setNeedsCode] = useState(false);
  const [asksCurrent, setAsksCurrent] = useState(sessionAsksCurrentPassword);
  const revokeTokens = useRevokeAllTokens();
  const form: Form<typeof EMPTY> = useForm({
    initial: EMPTY,
    check: ({ password, confirmation, code }) => ({
      confirmation: password === confirmation ? null : authMessages.invalid.passwordsDiffer,
      code: needsCode && !isSixDigits(code) ? accountMessages.sixDigits : null,
    }),
    send: async ({ current, password, code, tokensToo }) => {
      await requireGoodPassword(password, email);
      const outcome = await updatePassword({
        password,
        ...(asksCurrent && { current_password: current }),
        ...(needsCode && { nonce: code }),
      }).catch((refusal: unknown) => {
        if (isAboutCurrentPassword(refusal)) setAsksCurrent(true);
        throw refusal;
      });
      setNeedsCode(outcome === "needs-code");
      if (outcome !== "updated") return;
      form.reset({ ...EMPTY, tokensToo });
      if (!tokensToo) return;
      await revokeTokens().catch(() => {
        throw new Error(accountMessages.accessTokens.notRevoked);
      });
      form.edit({ tokensToo: false });
    },
    fields: (error) =>
      isAboutCurrentPassword(error) ? "current" : isAboutNewPassword(error) ? "password" : null,
    fallback: authMessages.fallback.passwordUpdate,
    keepsFailure: true,
  });
  return { form, asksCurrent, needsCode };
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

type EmailedCodeProps = { code: string; error: string | null; onCodeChange: (code: string) => void };

/** The provider emails a code before it changes the password of a session that is no longer fresh. */
function EmailedCode({ code, error, onCodeChange }: EmailedCodeProps) {
  const { user } = useSession();
  const {
    run: sendAgain,
    busy,
    done,
    failure,
  } = useAction(sendCode, { fallback: authMessages.fallback.passwordUpdate });
  return (
    <div>
      <Field
        label={accountMessages.enterCodeSentTo(user.email)}
        hint={done && accountMessages.codeSentAgain}
        error={failure ?? error}
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

const sendCode = () => asUser(() => unwrapAuth((client) => client.reauthenticate()));

/** `needs-code` if the provider first requires the code that it has just emailed. */
const updatePassword = (change: UserAttributes): Promise<"updated" | "needs-code"> =>
  asUser(async () => {
    const { error } = await (await auth()).updateUser(change);
    if (!error) return "updated";
    if (authErrorCode(error) !== "reauthentication_needed") throw error;
    await sendCode();
    return "needs-code";
  });
