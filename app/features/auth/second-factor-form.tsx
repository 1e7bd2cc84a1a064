import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { unwrapAuth } from "#app/lib/auth/auth.ts";
import { isAboutNewPassword, requireGoodPassword } from "#app/lib/auth/new-password.ts";
import { endSessionHere, noteTwoFactor, passSecondFactor } from "#app/lib/auth/second-factor.ts";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import { useAction, useForm } from "#app/lib/use-form.ts";
import { SubmitButton } from "./auth-frame.tsx";
import { CodeForm, useCodeForm } from "./code-form.tsx";
import { authMessages } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";

const WORDS = authMessages.secondFactor;
const RECOVERY = authMessages.recoveryCode;

interface SecondFactorFormProps {
  /** With a recovery code instead of the authenticator app. */
  recovering: boolean;
  onRecoveringChange: (recovering: boolean) => void;
}

/** A success is noticed by the listener for the signed-in event. */
export default function SecondFactorForm({ recovering, onRecoveringChange }: SecondFactorFormProps) {
  const form = useCodeForm(passSecondFactor, { fallback: authMessages.fallback.signIn });
  const switchTo = (recovery: boolean) => {
    form.reset();
    onRecoveringChange(recovery);
  };
  if (recovering) return <RecoveryForm onBack={() => switchTo(false)} />;
  return (
    <CodeForm form={form}>
      <SubmitButton busy={form.busy}>{form.busy ? WORDS.verifying : WORDS.verify}</SubmitButton>
      <Links label={RECOVERY.use} onClick={() => switchTo(true)} />
    </CodeForm>
  );
}

function RecoveryForm({ onBack }: { onBack: () => void }) {
  const used = useRef(false);
  const { formProps, draft, edit, errorOf, busy } = useForm({
    initial: { code: "", password: "" },
    send: async ({ code, password }) => {
      if (!used.current && (await passWithRecoveryCode(code, password)) === "no-factor") return;
      used.current = true;
      await signInAnew(password).catch((cause: unknown) => {
        throw new Error(RECOVERY.signInFailed, { cause });
      });
    },
    fields: (error) => (isAboutNewPassword(error) ? "password" : "code"),
    fallback: RECOVERY.failed,
  });
  return (
    <form {...formProps} method="post" className="grid gap-4">
      <Field label={RECOVERY.label} hint={RECOVERY.hint} error={errorOf("code")}>
        <Input
          name="recovery-code"
          size="lg"
          className="font-mono"
          placeholder="XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
          autoFocus
          value={draft.code}
          onChange={(event) => edit({ code: event.target.value })}
        />
      </Field>
      <PasswordField
        label={RECOVERY.password}
        error={errorOf("password")}
        password={draft.password}
        onPasswordChange={(password) => edit({ password })}
      />
      <p className="text-caption text-ink-3">{RECOVERY.consequences}</p>
      <SubmitButton busy={busy}>{busy ? WORDS.verifying : RECOVERY.signIn}</SubmitButton>
      <Links label={RECOVERY.back} onClick={onBack} />
    </form>
  );
}

/** Turns two-factor authentication off and sets the password, unless another device has already removed the factor. */
async function passWithRecoveryCode(code: string, password: string): Promise<"used" | "no-factor"> {
  const { totp } = await unwrapAuth((client) => client.mfa.listFactors());
  if (totp.length === 0) {
    await unwrapAuth((client) => client.refreshSession());
    return "no-factor";
  }
  await requireGoodPassword(password, readStoredSession()?.user.email ?? "");
  await unwrap(api.api.account["recovery-codes"].use.$post({ json: { code, password } }));
  return "used";
}

/** Every session has ended, this one too. */
async function signInAnew(password: string): Promise<void> {
  const email = readStoredSession()?.user.email ?? "";
  await unwrapAuth((client) => client.signInWithPassword({ email, password }));
  await noteTwoFactor(false);
}

function Links({ label, onClick }: { label: string; onClick: () => void }) {
  const { run: leave } = useAction(endSessionHere);
  return (
    <div className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2">
      <Button variant="link" onClick={onClick}>
        {label}
      </Button>
      <Button variant="link" onClick={() => void leave()}>
        {WORDS.otherAccount}
      </Button>
    </div>
  );
}
