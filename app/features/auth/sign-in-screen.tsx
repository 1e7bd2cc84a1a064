import { useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { FormFooter } from "./form-footer.tsx";
import { FormSpace, signInHeight } from "./form-space.tsx";
import { authMessages } from "./messages.ts";
import { OrWithEmail } from "./or-with-email.tsx";
import type { Outcome } from "./receive-arrival.ts";
import { SignInTabs } from "./sign-in-tabs.tsx";
import { SocialButtons } from "./social-buttons.tsx";

interface SignInScreenProps {
  returnTo: string;
  /** What is to be said about the link or provider that led here. */
  note: Outcome["note"];
}

/** Every way to sign in. */
export function SignInScreen({ returnTo, note }: SignInScreenProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const shown = failure === null ? note : ({ tone: "danger", message: failure } as const);
  return (
    <AuthFrame title="Sign in to Latchkey" description="Manage your API keys, usage and balance.">
      <FormSpace height={signInHeight}>
        {shown && (
          <Alert tone={shown.tone} className="mb-6">
            {shown.message}
          </Alert>
        )}
        <SocialButtons returnTo={returnTo} onFailure={setFailure} />
        <OrWithEmail />
        <SignInTabs returnTo={returnTo} />
        <FormFooter question="No account yet?" to={paths.signUp} action={authMessages.signUp} />
      </FormSpace>
    </AuthFrame>
  );
}
