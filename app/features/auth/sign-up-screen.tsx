import { useState } from "react";
import { FormFailure } from "#app/components/form-failure.tsx";
import { forgetAsked } from "#app/lib/auth/asked-links.ts";
import { signInRedirect, unwrapAuth } from "#app/lib/auth/auth.ts";
import { requireGoodPassword } from "#app/lib/auth/new-password.ts";
import { useLeaveWhenSignedIn } from "#app/lib/auth/use-leave.ts";
import { paths } from "#app/lib/paths.ts";
import { useForm } from "#app/lib/use-form.ts";
import { AuthFrame, EmailField, emailIn, FormFooter, SubmitButton } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";
import { PasswordField } from "./password-field.tsx";
import { TermsField, termsProblem } from "./sign-up-terms.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { SuccessNote } from "./success-note.tsx";

export function SignUpScreen() {
  useLeaveWhenSignedIn(paths.dashboard);
  const [email, setEmail] = useState("");
  const form = useSignUp(setEmail);
  const { draft, edit } = form;
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
          <SocialButtons returnTo={paths.dashboard} onAttempt={form.forget} onFailure={form.fail} />
          {/* POST, so that a form sent without our script could never put a password into an address. */}
          <form {...form.formProps} method="post" className="grid gap-4">
            <FormFailure message={form.failure} />
            <EmailField />
            <PasswordField
              label="Password"
              password={draft.password}
              onPasswordChange={(password) => edit({ password })}
            />
            <TermsField
              accepted={draft.terms}
              error={form.errorOf("terms")}
              onChange={(terms) => edit({ terms })}
            />
            <SubmitButton busy={form.busy}>{authMessages.signUp}</SubmitButton>
          </form>
          <FormFooter question="Already have an account?" to={paths.login} action={authMessages.signIn} />
        </>
      )}
    </AuthFrame>
  );
}

/** An address that already has an account gets the same response. */
const useSignUp = (onEmail: (email: string) => void) =>
  useForm({
    initial: { password: "", terms: false },
    check: ({ terms }) => ({ terms: termsProblem(terms) }),
    send: async ({ password }, data) => {
      const email = emailIn(data);
      onEmail(email);
      const options = { emailRedirectTo: signInRedirect(paths.dashboard) };
      await requireGoodPassword(password, email);
      await unwrapAuth((client) => client.signUp({ email, password, options }));
      // The link that is emailed now is for choosing a password.
      forgetAsked("magiclink");
    },
    fallback: authMessages.fallback.signUp,
    keepsFailure: true,
  });
