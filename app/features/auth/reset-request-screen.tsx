import { Link } from "@remix-run/react";
import { useRef } from "react";
import { FormFailure } from "#app/components/form-failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "#app/components/ui/dialog.tsx";
import { unwrapAuth } from "#app/lib/auth/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { useForm } from "#app/lib/use-form.ts";
import { AuthFrame, EmailField, emailIn, FormFooter, SubmitButton } from "./auth-frame.tsx";
import { authMessages } from "./messages.ts";

export function ResetRequestScreen() {
  const { formProps, busy, done, failure, forget } = useForm({
    initial: {},
    send: (_, data) => {
      const redirectTo = new URL(paths.resetPassword, window.location.origin).href;
      return unwrapAuth((client) => client.resetPasswordForEmail(emailIn(data), { redirectTo }));
    },
    fallback: authMessages.fallback.reset,
  });
  return (
    <AuthFrame
      title="Reset your password"
      description="We’ll email you a link to reset it."
      height="lg:min-h-[15rem]"
    >
      <form {...formProps} method="post" className="grid gap-4">
        <FormFailure message={failure} />
        <EmailField />
        <SubmitButton busy={busy}>{authMessages.sendReset}</SubmitButton>
      </form>
      <FormFooter question="Remembered it?" to={paths.login} action={authMessages.signIn} />
      <ResetSentDialog open={done} onClose={forget} />
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
