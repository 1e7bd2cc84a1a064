import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Alert } from "#app/components/ui/alert.tsx";
import { SegmentTabsList, SegmentTabsTrigger, Tabs, TabsContent } from "#app/components/ui/tabs.tsx";
import { pageAt } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame, FormFooter, SIGN_IN_HEIGHT } from "./auth-frame.tsx";
import { MagicLinkForm } from "./magic-link-form.tsx";
import { authMessages } from "./messages.ts";
import type { Outcome } from "./receive-arrival.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SocialButtons } from "./social-buttons.tsx";

interface SignInScreenProps {
  returnTo: string;
  /** The email address of a session that ended here, `""` when it isn't known; null when none ended. */
  ended: string | null;
  note: Outcome["note"];
}

export function SignInScreen({ returnTo, ended, note }: SignInScreenProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const shown = failure === null ? note : ({ tone: "danger", message: failure } as const);
  return (
    <AuthFrame
      title="Sign in to Latchkey"
      description="Manage your API keys, usage and balance."
      height={SIGN_IN_HEIGHT}
    >
      {shown && (
        <Alert tone={shown.tone} className="mb-6">
          {shown.message}
        </Alert>
      )}
      {ended !== null && !shown && <SessionEndedNote returnTo={returnTo} />}
      <SocialButtons returnTo={returnTo} onFailure={setFailure} />
      <SignInTabs returnTo={returnTo} knownEmail={ended ?? ""} />
      <FormFooter question="No account yet?" to={paths.signUp} action={authMessages.signUp} />
    </AuthFrame>
  );
}

function SessionEndedNote({ returnTo }: { returnTo: string }) {
  const path = returnTo.split(/[?#]/)[0] ?? "";
  const page = path === paths.dashboard ? undefined : pageAt(path)?.heading.title;
  return (
    <Alert tone="info" className="mb-6">
      <p className="font-medium">{authMessages.sessionEnded.title}</p>
      <p>{authMessages.sessionEnded.next(page)}</p>
    </Alert>
  );
}

type Tab = "password" | "magic-link";

function SignInTabs({ returnTo, knownEmail }: { returnTo: string; knownEmail: string }) {
  const [tab, setTab] = useState<Tab>("password");
  const [email, setEmail] = useState("");
  const emailRef = useRef<HTMLInputElement>(null);
  // It is known only after hydration, when the reader may already have typed, or be about to.
  useEffect(() => {
    const field = emailRef.current;
    if (field?.value === "" && field !== document.activeElement) field.value = knownEmail;
  }, [knownEmail]);

  const switchTo = (next: Tab) => {
    setEmail(emailRef.current?.value ?? email);
    setTab(next);
  };
  const backToPassword = () => {
    flushSync(() => switchTo("password"));
    // The focused link is gone.
    emailRef.current?.focus();
  };

  return (
    <Tabs value={tab} onValueChange={(next) => switchTo(next === "password" ? next : "magic-link")}>
      <SegmentTabsList aria-label="Way to sign in" className="w-full">
        <SegmentTabsTrigger value="password">Password</SegmentTabsTrigger>
        <SegmentTabsTrigger value="magic-link">Magic Link</SegmentTabsTrigger>
      </SegmentTabsList>
      {/* As high as the password form, so that nothing below moves. */}
      <div className="mt-5 min-h-[14.625rem] max-sm:min-h-[15.125rem]">
        <Panel tab="password" label="Sign in with a password">
          <SignInForm email={email} emailRef={emailRef} />
        </Panel>
        <Panel tab="magic-link" label="Sign in with a magic link">
          <MagicLinkForm email={email} emailRef={emailRef} returnTo={returnTo} onBack={backToPassword} />
        </Panel>
      </div>
    </Tabs>
  );
}

/** Not labelled by its tab: the form and its field would both be called Password. */
function Panel({ tab, label, children }: { tab: Tab; label: string; children: ReactNode }) {
  return (
    <TabsContent value={tab} tabIndex={-1} aria-labelledby={undefined} aria-label={label}>
      {children}
    </TabsContent>
  );
}
