import { Link } from "@remix-run/react";
import { type FormEvent, type RefObject, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";
import { SignInFailureNote } from "./sign-in-failure.tsx";
import { StrengthMeter } from "./strength-meter.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { useSignIn } from "./use-sign-in.ts";

export interface SignInFormProps {
  /** What the email field starts with. */
  email: string;
  emailRef: RefObject<HTMLInputElement>;
}

/** Read from the form, as an address may be typed before the page answers to input. */
export const submittedEmail = (form: HTMLFormElement) => String(new FormData(form).get("email"));

/** What follows a success is up to whoever listens for the signed-in event. */
export function SignInForm({ email, emailRef }: SignInFormProps) {
  const { signIn, busy, failure } = useSignIn();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void signIn(submittedEmail(form), String(new FormData(form).get("password")));
  };

  return (
    // POST, so that a form sent without our script could never put a password into an address.
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      {failure && <SignInFailureNote {...failure} />}
      <Field label="Email">
        <Input
          ref={emailRef}
          name="email"
          type="email"
          size="lg"
          autoComplete="username"
          defaultValue={email}
          required
        />
      </Field>
      <PasswordField />
      <SubmitButton busy={busy}>{busy ? authMessages.signingIn : authMessages.signIn}</SubmitButton>
    </form>
  );
}

function PasswordField() {
  const [password, setPassword] = useState("");
  return (
    <div className="relative">
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
      <Button
        variant="link"
        size="sm"
        asChild
        className="absolute -top-0.5 right-0 py-0.5 after:absolute after:inset-x-0 after:-inset-y-1.5 max-lg:min-h-0"
      >
        <Link to={paths.resetPassword}>{authMessages.forgotPassword}</Link>
      </Button>
    </div>
  );
}
