import Clock from "lucide-react/icons/clock";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { SegmentTabsList, SegmentTabsTrigger, Tabs, TabsContent } from "#app/components/ui/tabs.tsx";
import type { EndedSession } from "#app/lib/auth/ended-session.ts";
import { pageAt } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { AuthFrame, FormFooter, SIGN_IN_HEIGHT } from "./auth-frame.tsx";
import type { Outcome } from "./link-question.ts";
import { MagicLinkForm } from "./magic-link-form.tsx";
import { authMessages } from "./messages.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SocialButtons } from "./social-buttons.tsx";

interface SignInScreenProps {
  returnTo: string;
  /** The session that ended here, if one did. */
  ended: EndedSession | null;
  /** Fills in the form; `""` when it isn't known. */
  knownEmail: string;
  note: Outcome["note"];
}

/** A message goes when the reader tries to sign in, since it is about what came before. */
export function SignInScreen({ returnTo, ended, knownEmail, note }: SignInScreenProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const before = tried ? null : note;
  const shown = failure === null ? before : ({ tone: "danger", message: failure } as const);
  function handleAttempt() {
    setTried(true);
    setFailure(null);
  }
  return (
    <AuthFrame
      title="Sign in to Latchkey"
      description="Manage your API keys, usage and balance."
      height={SIGN_IN_HEIGHT}
      notice={ended && !tried && !shown && <EndedNote {...ended} returnTo={returnTo} />}
    >
      {shown && (
        <Alert tone={shown.tone} className="mb-6">
          <SupportText>{shown.message}</SupportText>
        </Alert>
      )}
      <SocialButtons returnTo={returnTo} onAttempt={handleAttempt} onFailure={setFailure} />
      <SignInTabs returnTo={returnTo} knownEmail={knownEmail} onAttempt={handleAttempt} />
      <FormFooter question="No account yet?" to={paths.signUp} action={authMessages.signUp} />
    </AuthFrame>
  );
}

function EndedNote({ reason, returnTo }: EndedSession & { returnTo: string }) {
  const path = returnTo.split(/[?#]/)[0] ?? "";
  const page = path === paths.dashboard ? undefined : pageAt(path)?.heading.title;
  const { accountDeleted, sessionEnded } = authMessages;
  const [title, description] =
    reason === "deleted"
      ? [accountDeleted.title, accountDeleted.description]
      : [sessionEnded.title, sessionEnded.next(page)];
  return (
    <Alert tone="info" {...(reason === "ended" && { icon: Clock })} className="mb-6">
      <p className="font-medium">{title}</p>
      <p>{description}</p>
    </Alert>
  );
}

type Tab = "password" | "magic-link";

type SignInTabsProps = { returnTo: string; knownEmail: string; onAttempt: () => void };

function SignInTabs({ returnTo, knownEmail, onAttempt }: SignInTabsProps) {
  const [tab, setTab] = useState<Tab>("password");
  const [email, setEmail] = useState("");
  const emailRef = useRef<HTMLInputElement>(null);
  // It is known only after hydration, when the reader may already have typed, or be about to.
  useEffect(() => {
    const field = emailRef.current;
    if (!knownEmail || field?.value !== "" || field === document.activeElement) return;
    field.value = knownEmail;
    const password = field.form?.elements.namedItem("password");
    if (document.activeElement === document.body && password instanceof HTMLElement) password.focus();
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
          <SignInForm email={email} emailRef={emailRef} onAttempt={onAttempt} />
        </Panel>
        <Panel tab="magic-link" label="Sign in with a magic link">
          <MagicLinkForm
            email={email}
            emailRef={emailRef}
            onAttempt={onAttempt}
            returnTo={returnTo}
            onBack={backToPassword}
          />
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
