import { Link } from "@remix-run/react";
import { useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { LazyComponent } from "#app/components/ui/lazy-component.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { useAction } from "#app/lib/use-form.ts";
import { AuthFrame, SIGN_IN_HEIGHT } from "./auth-frame.tsx";
import type { FirstProof } from "./first-proof.ts";
import type { EmailChangeQuestion, EntryQuestion, Outcome } from "./link-question.ts";
import { authMessages } from "./messages.ts";

export function WaitingScreen({ title }: { title: string }) {
  return (
    <AuthFrame title={title} description="This takes a moment." height={SIGN_IN_HEIGHT}>
      <p role="status" className="text-ink-3">
        <Spinner className="size-5" />
        <span className="sr-only">{title}</span>
      </p>
    </AuthFrame>
  );
}

/** Shown when a link failed or confirmed something while its reader was already signed in. */
export function StillSignedInScreen({ note, returnTo }: { note: Outcome["note"]; returnTo: string }) {
  return (
    <AuthFrame title="You’re signed in" description="Your session hasn’t changed.">
      <div className="grid gap-6">
        {note && <Alert tone={note.tone}>{note.message}</Alert>}
        <Button variant="primary" size="lg" className="w-full" asChild>
          <Link to={returnTo} replace>
            Continue
          </Link>
        </Button>
      </div>
    </AuthFrame>
  );
}

interface QuestionProps<Asked> {
  question: Asked;
  onOutcome: (outcome: Outcome) => void;
}

const DECIDED: Outcome = { note: null, question: null, signedIn: false };
const SIGN_IN = { fallback: authMessages.fallback.signIn };

/** Signs in only when its reader agrees. Once there is a session, the page leaves by itself. */
export function EntryScreen({ question, onOutcome }: QuestionProps<EntryQuestion>) {
  const { email, requested, current, enter, stay } = question;
  const decision = useAction(async (choice: "enter" | "stay") => {
    if (choice === "enter") return onOutcome(await enter());
    await stay();
    onOutcome(DECIDED);
  }, SIGN_IN);
  const goIn = () => void decision.run("enter");
  const { entry, switchAccount } = authMessages;
  if (current === null || email === "" || current === email)
    return (
      <QuestionFrame
        title={entry.title(email)}
        description={entry.description}
        warning={requested || current !== null ? null : entry.warning}
        decision={decision}
        first={{ label: decision.busy ? authMessages.signingIn : entry.enter(email), onClick: goIn }}
      />
    );
  return (
    <QuestionFrame
      title={switchAccount.title}
      description={switchAccount.description(current)}
      warning={switchAccount.warning(email)}
      decision={decision}
      first={{ label: switchAccount.stay, onClick: () => void decision.run("stay") }}
      second={{ label: switchAccount.leave, onClick: goIn }}
    />
  );
}

/** Nothing is confirmed before the reader agrees: the address would go to whoever asked for the change. */
export function EmailChangeScreen({ question, onOutcome }: QuestionProps<EmailChangeQuestion>) {
  const decision = useAction(async () => onOutcome(await question.confirm()), SIGN_IN);
  const { emailChange } = authMessages;
  const { title, description } = question.requested ? emailChange.requested : emailChange;
  return (
    <QuestionFrame
      title={title}
      description={description}
      warning={question.requested ? null : emailChange.warning}
      decision={decision}
      first={{
        label: decision.busy ? emailChange.confirming : emailChange.confirm,
        onClick: () => void decision.run(),
      }}
    />
  );
}

interface QuestionFrameProps {
  title: string;
  description: string;
  warning: string | null;
  decision: { busy: boolean; failure: string | null };
  first: { label: string; onClick: () => void };
  second?: { label: string; onClick: () => void };
}

function QuestionFrame({ title, description, warning, decision, first, second }: QuestionFrameProps) {
  const { busy, failure } = decision;
  return (
    <AuthFrame title={title} description={description}>
      <div className="grid gap-6 wrap-anywhere" aria-busy={busy}>
        {(failure ?? warning) && <Alert tone={failure ? "danger" : "warning"}>{failure ?? warning}</Alert>}
        <div className="grid gap-2">
          <Button variant="primary" size="lg" className={LONG_LABEL} disabled={busy} onClick={first.onClick}>
            {first.label}
          </Button>
          {second && (
            <Button size="lg" disabled={busy} onClick={second.onClick}>
              {second.label}
            </Button>
          )}
        </div>
      </div>
    </AuthFrame>
  );
}

/** With an address in it. */
const LONG_LABEL = "h-auto min-h-10 py-2 whitespace-normal max-sm:h-auto max-sm:min-h-11";

const loadFirstPassword = () => import("./first-password-form.tsx");

/** For a sign-up link: whoever can read the mailbox chooses the password, not whoever signed up with its address. */
export function FirstPasswordScreen({ question, onOutcome }: QuestionProps<{ proof: FirstProof }>) {
  const { title, afterSignUp } = authMessages.firstPassword;
  return (
    <AuthFrame title={title} description={afterSignUp(question.proof.email)} height={SIGN_IN_HEIGHT}>
      <LazyComponent
        load={loadFirstPassword}
        props={{ proof: question.proof, onDone: () => onOutcome(DECIDED) }}
        waiting={<Skeleton className="h-48" />}
      />
    </AuthFrame>
  );
}

/** Few people need it, so only they load it. */
const loadForm = () => import("./second-factor-form.tsx");

export function SecondFactorScreen() {
  const [recovering, setRecovering] = useState(false);
  const { title, description } = authMessages.secondFactor;
  return (
    <AuthFrame
      title={title}
      description={recovering ? authMessages.recoveryCode.description : description}
      height="lg:min-h-[13.5rem]"
    >
      <LazyComponent
        load={loadForm}
        props={{ recovering, onRecoveringChange: setRecovering }}
        waiting={<Skeleton className="h-48" />}
      />
    </AuthFrame>
  );
}
