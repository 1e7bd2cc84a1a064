import { type FormEvent, useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { authMessages } from "./messages.ts";
import { StrengthMeter } from "./strength-meter.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { useSignIn } from "./use-sign-in.ts";

/** What follows a success is up to whoever listens for the signed-in event. */
export function SignInForm() {
  const { signIn, busy, failure } = useSignIn();
  const [password, setPassword] = useState("");
  const hydrated = useHydrated();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void signIn(String(form.get("email")), String(form.get("password")));
  };

  return (
    // POST, so that a form sent without our script could never put a password into an address.
    <form method="post" className="mt-6 grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Email">
        <Input name="email" type="email" size="lg" autoComplete="username" required />
      </Field>
      <div>
        <Field label="Password">
          <PasswordInput
            name="password"
            size="lg"
            autoComplete="current-password"
            required
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <StrengthMeter password={password} />
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full disabled:opacity-100"
        busy={busy}
        disabled={!hydrated}
      >
        {busy ? authMessages.signingIn : authMessages.signIn}
      </Button>
    </form>
  );
}
