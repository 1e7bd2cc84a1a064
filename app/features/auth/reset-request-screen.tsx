import { Link } from "@remix-run/react";
import { type FormEvent, useRef } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "#app/components/ui/dialog.tsx";
import { unwrapAuth } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { AuthFrame, EmailField, FormFooter, SubmitButton, submittedEmail } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";

export function ResetRequestScreen() {
  const { submit, busy, done, failure, reset } = useSubmit(authMessages.fallback.reset);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = submittedEmail(event.currentTarget);
    const redirectTo = new URL(paths.resetPassword, window.location.origin).href;
    void submit(() => unwrapAuth((client) => client.resetPasswordForEmail(email, { redirectTo })));
  };

  return (
    <AuthFrame
      title="Reset your password"
      description="We’ll email you a link to reset it."
      height="lg:min-h-[15rem]"
    >
      <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
        {failure && (
          <Alert tone="danger">
            <SupportText>{failure}</SupportText>
          </Alert>
        )}
        <EmailField />
        <SubmitButton busy={busy}>{authMessages.sendReset}</SubmitButton>
      </form>
      <FormFooter question="Remembered it?" to={paths.login} action={authMessages.signIn} />
      <ResetSentDialog open={done} onClose={reset} />
    </AuthFrame>
  );
}

/** Says the same whether or not there is such an account. */
function ResetSentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const link = useRef<HTMLAnchorElement>(null);
  const focusLink = (event: Event) => {
    // Radix skips links, and would focus the close button.
    event.preventDefault();
    link.current?.focus();
  };
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent onOpenAutoFocus={focusLink}>
        <DialogTitle>{authMessages.resetSentTitle}</DialogTitle>
        <DialogDescription>
          If an account uses this address, we’ve emailed it a link to reset the password. The link works once,
          within an hour, on any device.
        </DialogDescription>
        <DialogFooter>
          <Button variant="primary" asChild>
            <Link ref={link} to={paths.login}>
              {authMessages.returnToSignIn}
            </Link>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
