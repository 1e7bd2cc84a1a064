import { useNavigate } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";
import type { OtherAccount } from "./redeem-link.ts";
import { useAttempt } from "./use-attempt.ts";

const words = authMessages.switchAccount;

/** Asks who is signed in whether a link may sign in somebody else in their place. */
export function OtherAccountScreen({ other, returnTo }: { other: OtherAccount; returnTo: string }) {
  const navigate = useNavigate();
  const { attempt, busy, failure } = useAttempt(authMessages.fallback.signIn);
  const goOnAfter = (decision: () => Promise<void>) =>
    attempt(async () => {
      await decision();
      navigate(returnTo, { replace: true });
    });
  return (
    <AuthFrame title={words.title} description={words.description(other.current)}>
      <div className="mt-6 grid gap-6 wrap-anywhere" aria-busy={busy}>
        <Alert tone={failure ? "danger" : "warning"}>{failure ?? words.warning(other.email)}</Alert>
        <div className="grid gap-2">
          <Button variant="primary" size="lg" disabled={busy} onClick={() => void goOnAfter(other.refuse)}>
            {words.stay}
          </Button>
          <Button size="lg" disabled={busy} onClick={() => void goOnAfter(other.enter)}>
            {words.leave}
          </Button>
        </div>
      </div>
    </AuthFrame>
  );
}
