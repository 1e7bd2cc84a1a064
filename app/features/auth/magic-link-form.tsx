import Check from "lucide-react/icons/check";
import Mail from "lucide-react/icons/mail";
import type { ComponentProps } from "react";
import { flushSync } from "react-dom";
import { FormFailure } from "#app/components/form-failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { noteAsked } from "#app/lib/auth/asked-links.ts";
import { signInRedirect, unwrapAuth } from "#app/lib/auth/auth.ts";
import { useAction, useForm } from "#app/lib/use-form.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { EmailField, emailIn } from "./auth-frame.tsx";
import { authMessages, magicLinkFailure } from "./messages.ts";
import type { SignInFormProps } from "./sign-in-form.tsx";
import { FocusedAlert } from "./success-note.tsx";

type MagicLinkFormProps = SignInFormProps & { returnTo: string; onBack: () => void };

export function MagicLinkForm({ email, emailRef, onAttempt, returnTo, onBack }: MagicLinkFormProps) {
  const hydrated = useHydrated();
  const send = async (address: string) => {
    const link = { email: address, options: { emailRedirectTo: signInRedirect(returnTo) } };
    await unwrapAuth((client) => client.signInWithOtp(link));
    noteAsked("magiclink", address);
  };

  const {
    formProps,
    busy,
    done: sent,
    error,
    forget,
  } = useForm({
    initial: {},
    send: (_, data) => {
      onAttempt();
      return send(emailIn(data));
    },
  });
  const again = useAction(() => send(emailRef.current?.value ?? email));
  const failure = error ?? again.error;
  const handleWrongAddress = () => {
    flushSync(() => {
      again.reset();
      forget();
    });
    emailRef.current?.focus();
    emailRef.current?.select();
  };

  return (
    <form {...formProps} method="post" className="grid gap-4">
      <FormFailure message={failure === null ? null : magicLinkFailure(failure)} />
      {sent && failure === null && (
        // Another one after each email, so that it is read again.
        <FocusedAlert key={again.done ? "again" : "once"} className="font-medium">
          {again.done ? authMessages.magicLinkAgain : authMessages.success.magicLink}
        </FocusedAlert>
      )}
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
      {sent ? (
        <p className="flex flex-wrap justify-center gap-x-5">
          <LineButton busy={again.busy} onClick={() => void again.run()}>
            {again.busy ? authMessages.sendingMagicLink : authMessages.resendMagicLink}
          </LineButton>
          <LineButton onClick={handleWrongAddress}>{authMessages.wrongAddress}</LineButton>
          <LineButton onClick={onBack}>{authMessages.backToPassword}</LineButton>
        </p>
      ) : (
        <p className="text-center text-small text-ink-2">
          Prefer a password? <LineButton onClick={onBack}>{authMessages.backToPassword}</LineButton>
        </p>
      )}
    </form>
  );
}

const LineButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="link" size="sm" className="min-h-6 max-lg:min-h-6" {...props} />
);
