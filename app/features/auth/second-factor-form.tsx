import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { unwrapAuth } from "#app/lib/auth.ts";
import { readStoredSession } from "#app/lib/stored-session.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { SubmitButton } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import { authMessages } from "./messages.ts";
import { isAboutNewPassword, requireGoodPassword } from "./new-password.ts";
import { PasswordField } from "./password-field.tsx";
import { endSessionHere, noteTwoFactor, passSecondFactor } from "./second-factor.ts";

const WORDS = authMessages.secondFactor;
const RECOVERY = authMessages.recoveryCode;

interface SecondFactorFormProps {
  /** With a recovery code instead of the authenticator app. */
  recovering: boolean;
  onRecoveringChange: (recovering: boolean) => void;
}

/** A success is noticed by the listener for the signed-in event. */
export default function SecondFactorForm({ recovering, onRecoveringChange }: SecondFactorFormProps) {
  const form = useSubmit(authMessages.fallback.signIn);
  const switchTo = (recovery: boolean) => {
    form.reset();
    onRecoveringChange(recovery);
  };
  if (recovering) return <RecoveryForm onBack={() => switchTo(false)} />;
  return (
    <CodeForm form={form} onCode={(code) => void form.submit(() => passSecondFactor(code))}>
      <SubmitButton busy={form.busy}>{form.busy ? WORDS.verifying : WORDS.verify}</SubmitButton>
      <Links
        other={{ label: RECOVERY.use, onClick: () => switchTo(true) }}
        onLeave={() => void form.submit(endSessionHere)}
      />
    </CodeForm>
  );
}

function RecoveryForm({ onBack }: { onBack: () => void }) {
  const { submit, busy, failure, error, reset } = useSubmit(RECOVERY.failed);
  const [password, setPassword] = useState("");
  const used = useRef(false);
  const aboutPassword = isAboutNewPassword(error);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("recovery-code"));
    void submit(async () => {
      if (!used.current && (await passWithRecoveryCode(code, password)) === "no-factor") return;
      used.current = true;
      await signInAnew(password).catch((cause: unknown) => {
        throw new Error(RECOVERY.signInFailed, { cause });
      });
    });
  };
  const handleChange = () => {
    if (failure) reset();
  };
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={handleSubmit}
      onChange={handleChange}
      aria-busy={busy}
    >
      <Field label={RECOVERY.label} hint={RECOVERY.hint} error={!aboutPassword && failure}>
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
        />
      </Field>
      <PasswordField
        label={RECOVERY.password}
        error={aboutPassword && failure}
        password={password}
        onPasswordChange={setPassword}
      />
      <p className="text-caption text-ink-3">{RECOVERY.consequences}</p>
      <SubmitButton busy={busy}>{busy ? WORDS.verifying : RECOVERY.signIn}</SubmitButton>
      <Links other={{ label: RECOVERY.back, onClick: onBack }} onLeave={() => void submit(endSessionHere)} />
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

type LinksProps = { other: { label: string; onClick: () => void }; onLeave: () => void };

const Links = ({ other, onLeave }: LinksProps) => (
  <div className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2">
    <Button variant="link" onClick={other.onClick}>
      {other.label}
    </Button>
    <Button variant="link" onClick={onLeave}>
      {WORDS.otherAccount}
    </Button>
  </div>
);
