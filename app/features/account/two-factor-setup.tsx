import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { isSixDigits } from "#app/features/auth/six-digits.ts";
import { toast } from "#app/lib/toast.ts";
import { accountMessages } from "./messages.ts";
import type { Enrolment } from "./two-factor.ts";
import { TwoFactorSecret } from "./two-factor-secret.tsx";
import { useCancelEnrolment, useTurnOn } from "./use-two-factor.ts";

interface TwoFactorSetupProps {
  enrolment: Enrolment;
  onClose(): void;
}

export function TwoFactorSetup({ enrolment, onClose }: TwoFactorSetupProps) {
  const [code, setCode] = useState("");
  const [incomplete, setIncomplete] = useState(false);
  const turnOn = useTurnOn(enrolment.factorId);
  const cancel = useCancelEnrolment();
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const complete = isSixDigits(code);
    setIncomplete(!complete);
    if (!complete) field.current?.focus();
    else if (!turnOn.isPending) turnOn.mutate(code, { onSuccess: finish, onError: askAgain });
  }
  function askAgain() {
    setCode("");
    field.current?.focus();
  }
  function finish() {
    toast({ ...accountMessages.factorOn, tone: "success" });
    onClose();
  }

  const failure = turnOn.error && failureMessage(turnOn.error, accountMessages.verifyFailed);
  return (
    <form onSubmit={submit} aria-busy={turnOn.isPending}>
      <div className="flex gap-8 p-5 max-lg:p-4 max-sm:flex-col max-sm:gap-5">
        <img
          src={enrolment.qrCode}
          alt="QR code for your authenticator app"
          className="size-44 shrink-0 rounded-card border bg-white p-3.5"
        />
        <ol className="min-w-0 flex-1 text-small">
          <li>
            <TwoFactorSecret {...enrolment} />
          </li>
          <li className="mt-5">
            <Field
              label="2. Enter the 6-digit code"
              error={(incomplete && accountMessages.sixDigits) || failure}
              className="gap-2.5 sm:max-w-70"
            >
              <CodeInput
                ref={field}
                name="code"
                value={code}
                onValueChange={(next) => {
                  setCode(next);
                  setIncomplete(false);
                }}
                autoFocus
              />
            </Field>
          </li>
        </ol>
      </div>
      <footer className="flex justify-end gap-2 border-t px-5 py-4 max-lg:px-4">
        {/* Whatever comes of it: what is left is removed before the next attempt. */}
        <Button
          variant="ghost"
          onClick={() => cancel.mutate(enrolment.factorId, { onSettled: onClose })}
          busy={cancel.isPending}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={turnOn.isPending} className="min-w-36">
          {turnOn.isPending ? "Verifying…" : "Verify and turn on"}
        </Button>
      </footer>
    </form>
  );
}
