import { Check, Mail } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { authMessages } from "./messages.ts";
import { type SignInFormProps, submittedEmail } from "./sign-in-form.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { type MagicLinkState, useMagicLink } from "./use-magic-link.ts";

interface MagicLinkFormProps extends SignInFormProps {
  returnTo: string;
  onBack(): void;
}

export function MagicLinkForm({ email, emailRef, returnTo, onBack }: MagicLinkFormProps) {
  const { send, state, failure } = useMagicLink(returnTo);
  const sent = state === "sent";
  const note = useRef<HTMLDivElement>(null);
  // The button and the field, one of which had the focus, no longer take it.
  useEffect(() => {
    if (sent) note.current?.focus();
  }, [sent]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(submittedEmail(event.currentTarget));
  };

  return (
    <form method="post" className="grid gap-4" onSubmit={handleSubmit} aria-busy={state === "sending"}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      {sent && (
        <Alert ref={note} tone="success" tabIndex={-1} className="font-medium">
          {authMessages.success.magicLink}
        </Alert>
      )}
      <Field label="Email" hint={!sent && authMessages.magicLinkHint}>
        <Input
          ref={emailRef}
          name="email"
          type="email"
          size="lg"
          autoComplete="username"
          defaultValue={email}
          disabled={sent}
          required
        />
      </Field>
      <SendButton state={state} />
      <p className="text-center text-small text-ink-2">
        Prefer a password?{" "}
        <Button variant="link" size="sm" className="min-h-6 max-lg:min-h-6" onClick={onBack}>
          {authMessages.backToPassword}
        </Button>
      </p>
    </form>
  );
}

const labels: Record<MagicLinkState, string> = {
  ready: authMessages.sendMagicLink,
  sending: authMessages.sendingMagicLink,
  sent: authMessages.magicLinkSent,
};

function SendButton({ state }: { state: MagicLinkState }) {
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      className="w-full"
      busy={state === "sending"}
      disabled={state === "sent" || !hydrated}
    >
      {state === "ready" && <Mail aria-hidden="true" />}
      {state === "sent" && <Check aria-hidden="true" />}
      {labels[state]}
    </Button>
  );
}
