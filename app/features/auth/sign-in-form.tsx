import { Link } from "@remix-run/react";
import { type RefObject, useState } from "react";
import { FormFailure } from "#app/components/form-failure.tsx";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { forgetAsked } from "#app/lib/auth/asked-links.ts";
import { signInRedirect, unwrapAuth } from "#app/lib/auth/auth.ts";
import { authErrorCode } from "#app/lib/auth/auth-error.ts";
import { paths } from "#app/lib/paths.ts";
import { untilPageIsLeft } from "#app/lib/until-page-is-left.ts";
import { useAction, useForm } from "#app/lib/use-form.ts";
import { EmailField, emailIn, SubmitButton } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { FocusedAlert } from "./success-note.tsx";

export interface SignInFormProps {
  email: string;
  emailRef: RefObject<HTMLInputElement>;
  onAttempt: () => void;
}

/** A success is noticed by the listener for the signed-in event. */
export function SignInForm({ email, emailRef, onAttempt }: SignInFormProps) {
  const [submitted, setSubmitted] = useState("");
  const { formProps, busy, failure, error } = useForm({
    initial: {},
    send: async (_, data) => {
      const credentials = { email: emailIn(data), password: String(data.get("password")) };
      onAttempt();
      setSubmitted(credentials.email);
      await unwrapAuth((client) => client.signInWithPassword(credentials));
      await untilPageIsLeft();
    },
    fallback: authMessages.fallback.signIn,
  });
  return (
    // POST, so that a form sent without our script could never put a password into an address.
    <form {...formProps} method="post" className="grid gap-4">
      {failure && authErrorCode(error) === "email_not_confirmed" ? (
        <UnconfirmedNote message={failure} email={submitted} />
      ) : (
        <FormFailure message={failure} />
      )}
      <EmailField ref={emailRef} defaultValue={email} />
      <CurrentPassword />
      <SubmitButton busy={busy}>{busy ? authMessages.signingIn : authMessages.signIn}</SubmitButton>
    </form>
  );
}

function CurrentPassword() {
  const [password, setPassword] = useState("");
  return (
    <div className="relative">
      <PasswordField
        label="Password"
        password={password}
        onPasswordChange={setPassword}
        autoComplete="current-password"
        // Not set from the state: a password may be typed before the page is hydrated.
        value={undefined}
      />
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

function UnconfirmedNote({ message, email }: { message: string; email: string }) {
  const options = { emailRedirectTo: signInRedirect(paths.dashboard) };
  const { run, done, busy, failure } = useAction(
    async () => {
      await unwrapAuth((client) => client.resend({ type: "signup", email, options }));
      forgetAsked("magiclink");
    },
    { fallback: authMessages.fallback.confirmation },
  );
  if (done) return <FocusedAlert>{authMessages.success.confirmation}</FocusedAlert>;
  return (
    <Alert tone="danger">
      <SupportText>{failure ?? message}</SupportText>
      <button
        type="button"
        onClick={() => void run()}
        disabled={busy}
        className="mt-1 block min-h-6 cursor-pointer rounded-tag font-medium underline underline-offset-4"
      >
        {busy ? authMessages.sendingConfirmation : authMessages.sendConfirmation}
      </button>
    </Alert>
  );
}
