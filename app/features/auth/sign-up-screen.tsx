import { type FormEvent, useState } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { signInRedirect, unwrapAuth } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { forgetAsked } from "./asked-links.ts";
import { AuthFrame, EmailField, FormFooter, SubmitButton, submittedEmail } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";
import { requireGoodPassword } from "./new-password.ts";
import { PasswordField } from "./password-field.tsx";
import { TermsField, useTerms } from "./sign-up-terms.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { SuccessNote } from "./success-note.tsx";
import { useLeaveWhenSignedIn } from "./use-leave.ts";

export function SignUpScreen() {
  useLeaveWhenSignedIn(paths.dashboard);
  const form = useSubmit(authMessages.fallback.signUp);
  const [email, setEmail] = useState("");
  return (
    <AuthFrame
      title="Create your account"
      description="API keys, usage and a prepaid balance in one place."
      height="lg:min-h-[30.5rem]"
    >
      {form.done ? (
        <SuccessNote message={authMessages.success.signUp} email={email} redirectAfterMs={3_000} />
      ) : (
        <>
          <SocialButtons returnTo={paths.dashboard} onAttempt={form.reset} onFailure={form.fail} />
          <SignUpForm {...form} onEmail={setEmail} />
          <FormFooter question="Already have an account?" to={paths.login} action={authMessages.signIn} />
        </>
      )}
    </AuthFrame>
  );
}

/** An address that already has an account gets the same response. */
function SignUpForm({
  submit,
  busy,
  failure,
  onEmail,
}: ReturnType<typeof useSubmit> & { onEmail: (email: string) => void }) {
  const [password, setPassword] = useState("");
  const terms = useTerms();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!terms.check()) return;
    const email = submittedEmail(event.currentTarget);
    onEmail(email);
    const options = { emailRedirectTo: signInRedirect(paths.dashboard) };
    void submit(async () => {
      await requireGoodPassword(password, email);
      await unwrapAuth((client) => client.signUp({ email, password, options }));
      // The link that is emailed now is for choosing a password.
      forgetAsked("magiclink");
    });
  };

  return (
    // POST, so that a form sent without our script could never put a password into an address.
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      {failure && (
        <Alert tone="danger">
          <SupportText>{failure}</SupportText>
        </Alert>
      )}
      <EmailField />
      <PasswordField label="Password" password={password} onPasswordChange={setPassword} />
      <TermsField terms={terms} />
      <SubmitButton busy={busy}>{authMessages.signUp}</SubmitButton>
    </form>
  );
}
