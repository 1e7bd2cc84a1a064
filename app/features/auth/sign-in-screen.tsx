import { useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { pageHeadings } from "#app/lib/page-headings.ts";
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
  /** Whose session ended here, `""` when that isn't known; null when none did. */
  ended: string | null;
  /** What is to be said about the link or provider that led here. */
  note: Outcome["note"];
}

/** Every way to sign in. */
export function SignInScreen({ returnTo, ended, note }: SignInScreenProps) {
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
        {ended !== null && !shown && <SessionEndedNote returnTo={returnTo} />}
        <SocialButtons returnTo={returnTo} onFailure={setFailure} />
        <OrWithEmail />
        <SignInTabs returnTo={returnTo} knownEmail={ended ?? ""} />
        <FormFooter question="No account yet?" to={paths.signUp} action={authMessages.signUp} />
      </FormSpace>
    </AuthFrame>
  );
}

const TITLES: Record<string, string> = {
  [paths.apiKeys]: pageHeadings.apiKeys.title,
  [paths.usage]: pageHeadings.usage.title,
  [paths.addBalance]: pageHeadings.addBalance.title,
  [paths.purchaseApiKey]: pageHeadings.purchase.title,
  [paths.billing]: pageHeadings.billing.title,
  [paths.activity]: pageHeadings.activity.title,
  [paths.userManagement]: pageHeadings.users.title,
  [paths.profile]: pageHeadings.settings.title,
};

function SessionEndedNote({ returnTo }: { returnTo: string }) {
  const page = TITLES[returnTo.split(/[?#]/)[0] ?? ""];
  return (
    <Alert tone="info" className="mb-6">
      <p className="font-medium">{authMessages.sessionEnded.title}</p>
      <p>{authMessages.sessionEnded.wayOn(page)}</p>
    </Alert>
  );
}
