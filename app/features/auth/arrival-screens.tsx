import { Link } from "@remix-run/react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { FormSpace, signInHeight } from "./form-space.tsx";
import { authMessages } from "./messages.ts";
import type { Outcome } from "./receive-arrival.ts";

/** While a mailed link or a provider's consent is turned into a session. If that fails, the heading stays in place. */
export function RedeemingScreen() {
  return (
    <AuthFrame title={authMessages.redeeming} description="This takes a moment.">
      <FormSpace height={signInHeight}>
        <p role="status" className="text-ink-3">
          <Spinner className="size-5" />
          <span className="sr-only">{authMessages.redeeming}</span>
        </p>
      </FormSpace>
    </AuthFrame>
  );
}

/** For somebody whose session from before is still there: what became of the link, and the way on. */
export function StillSignedInScreen({ note, returnTo }: { note: Outcome["note"]; returnTo: string }) {
  return (
    <AuthFrame title="You are signed in" description="Your session goes on as before.">
      <div className="mt-6 grid gap-6">
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
