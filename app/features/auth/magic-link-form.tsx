import Check from "lucide-react/icons/check";
import Mail from "lucide-react/icons/mail";
import type { FormEvent } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { signInRedirect, unwrapAuth } from "#app/lib/auth.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { EmailField, submittedEmail } from "./auth-frame.tsx";
import { authMessages, magicLinkFailure } from "./messages.ts";
import type { SignInFormProps } from "./sign-in-form.tsx";
import { FocusedAlert } from "./success-note.tsx";

type MagicLinkFormProps = SignInFormProps & { returnTo: string; onBack: () => void };

export function MagicLinkForm({ email, emailRef, returnTo, onBack }: MagicLinkFormProps) {
  const { submit, busy, done: sent, error } = useSubmit(authMessages.fallback.magicLink);
  const hydrated = useHydrated();

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const link = {
      email: submittedEmail(event.currentTarget),
      options: { emailRedirectTo: signInRedirect(returnTo) },
    };
    if (!sent) void submit(() => unwrapAuth((client) => client.signInWithOtp(link)));
  };

  return (
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={busy}>
      {error !== null && <Alert tone="danger">{magicLinkFailure(error)}</Alert>}
      {sent && <FocusedAlert className="font-medium">{authMessages.success.magicLink}</FocusedAlert>}
      <EmailField
        ref={emailRef}
        hint={!sent && authMessages.magicLinkHint}
        defaultValue={email}
        disabled={sent}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        busy={busy}
        disabled={sent || !hydrated}
      >
        {!busy && (sent ? <Check aria-hidden="true" /> : <Mail aria-hidden="true" />)}
        {busy
          ? authMessages.sendingMagicLink
          : sent
            ? authMessages.magicLinkSent
            : authMessages.sendMagicLink}
      </Button>
      <p className="text-center text-small text-ink-2">
        Prefer a password?{" "}
        <Button variant="link" size="sm" className="min-h-6 max-lg:min-h-6" onClick={onBack}>
          {authMessages.backToPassword}
        </Button>
      </p>
    </form>
  );
}
