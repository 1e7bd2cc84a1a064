import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SegmentTabs, SegmentTabsList, SegmentTabsTrigger } from "#app/components/ui/segment-tabs.tsx";
import { TabsContent } from "#app/components/ui/tabs.tsx";
import { MagicLinkForm } from "./magic-link-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

type Tab = "password" | "magic-link";

/** Both ways to sign in by email. What was typed as the address goes along from tab to tab. */
export function SignInTabs({ returnTo, knownEmail }: { returnTo: string; knownEmail: string }) {
  const [tab, setTab] = useState<Tab>("password");
  const [email, setEmail] = useState("");
  const emailRef = useRef<HTMLInputElement>(null);
  // Known only after hydration, when the reader may have typed already, or may be about to.
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
    // The link that had the focus is gone.
    emailRef.current?.focus();
  };

  return (
    <SegmentTabs value={tab} onValueChange={(next) => switchTo(next === "password" ? next : "magic-link")}>
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
    </SegmentTabs>
  );
}

/** Not labelled by its tab, or the form and its field would both be called Password. */
function Panel({ tab, label, children }: { tab: Tab; label: string; children: ReactNode }) {
  return (
    <TabsContent value={tab} tabIndex={-1} aria-labelledby={undefined} aria-label={label}>
      {children}
    </TabsContent>
  );
}
