import { Link, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CodePart } from "#app/components/ui/code-part.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { useSubmit } from "#app/lib/use-submit.ts";
import { AuthFrame, SIGN_IN_HEIGHT } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";
import type { OtherAccount, Outcome } from "./receive-arrival.ts";

export function RedeemingScreen() {
  return (
    <AuthFrame title={authMessages.redeeming} description="This takes a moment." height={SIGN_IN_HEIGHT}>
      <p role="status" className="text-ink-3">
        <Spinner className="size-5" />
        <span className="sr-only">{authMessages.redeeming}</span>
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

export function OtherAccountScreen({ other, returnTo }: { other: OtherAccount; returnTo: string }) {
  const words = authMessages.switchAccount;
  const navigate = useNavigate();
  const { submit, busy, failure } = useSubmit(authMessages.fallback.signIn);
  const choose = (decision: () => Promise<void>) =>
    submit(async () => {
      await decision();
      navigate(returnTo, { replace: true });
    });
  return (
    <AuthFrame title={words.title} description={words.description(other.current)}>
      <div className="grid gap-6 wrap-anywhere" aria-busy={busy}>
        <Alert tone={failure ? "danger" : "warning"}>{failure ?? words.warning(other.email)}</Alert>
        <div className="grid gap-2">
          <Button variant="primary" size="lg" disabled={busy} onClick={() => void choose(other.refuse)}>
            {words.stay}
          </Button>
          <Button size="lg" disabled={busy} onClick={() => void choose(other.enter)}>
            {words.leave}
          </Button>
        </div>
      </div>
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
      <CodePart
        load={loadForm}
        props={{ recovering, onRecoveringChange: setRecovering }}
        waiting={<Skeleton className="h-48" />}
      />
    </AuthFrame>
  );
}
