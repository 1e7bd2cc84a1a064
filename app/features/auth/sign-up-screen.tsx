import { useState } from "react";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormFooter } from "./form-footer.tsx";
import { FormSpace } from "./form-space.tsx";
import { authMessages } from "./messages.ts";
import { OrWithEmail } from "./or-with-email.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { SuccessNote } from "./success-note.tsx";
import { useLeaveWhenSignedIn } from "./use-leave-when-signed-in.ts";
import { useSignUp } from "./use-sign-up.ts";

/** Specification, section 9. */
const REDIRECT_AFTER_MS = 3_000;

export function SignUpScreen() {
  useLeaveWhenSignedIn(paths.dashboard);
  const [done, setDone] = useState(false);
  const { signUp, busy, failure, setFailure } = useSignUp(() => setDone(true));
  return (
    <AuthFrame title="Create your account" description="API keys, usage and a prepaid balance in one place.">
      <FormSpace height="lg:min-h-[30.5rem]">
        {done ? (
          <SuccessNote message={authMessages.success.signUp} redirectAfterMs={REDIRECT_AFTER_MS} />
        ) : (
          <>
            <SocialButtons returnTo={paths.dashboard} onFailure={setFailure} />
            <OrWithEmail />
            <SignUpForm busy={busy} failure={failure} onSubmit={signUp} />
            <FormFooter question="Already have an account?" to={paths.login} action={authMessages.signIn} />
          </>
        )}
      </FormSpace>
    </AuthFrame>
  );
}
