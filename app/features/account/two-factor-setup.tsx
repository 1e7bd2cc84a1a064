import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { isSixDigits } from "#app/features/auth/second-factor.ts";
import { toast } from "#app/lib/toast.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { accountMessages } from "./messages.ts";
import { groupSecret } from "./totp.ts";
import { cancelEnrollment, type Enrollment, turnOn } from "./two-factor.ts";

interface TwoFactorSetupProps {
  enrollment: Enrollment;
  onDone: () => void;
  onCancel: () => void;
}

export function TwoFactorSetup({ enrollment, onDone, onCancel }: TwoFactorSetupProps) {
  const [code, setCode] = useState("");
  const [incomplete, setIncomplete] = useState(false);
  const { submit, busy, failure, reset } = useSubmit(accountMessages.verifyFailed);
  const cancel = useSubmit();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const complete = isSixDigits(code);
    setIncomplete(!complete);
    if (complete) void submit(verify);
    else field.current?.focus();
  }
  async function verify() {
    try {
      await turnOn(enrollment.factorId, code, queryClient);
    } catch (error) {
      setCode("");
      field.current?.focus();
      throw error;
    }
    toast({ ...accountMessages.factorOn, tone: "success" });
    onDone();
  }
  // Leftovers are removed before the next attempt, so a failure doesn't matter.
  const handleCancel = () =>
    void cancel.submit(() => cancelEnrollment(enrollment.factorId).finally(onCancel));

  return (
    <form onSubmit={handleSubmit} aria-busy={busy}>
      <div className="flex gap-8 p-5 max-lg:p-4 max-sm:flex-col max-sm:gap-5">
        <img
          src={enrollment.qrCode}
          alt="QR code for your authenticator app"
          className="size-44 shrink-0 rounded-card border bg-white p-3.5"
        />
        <ol className="min-w-0 flex-1 text-small">
          <li>
            <TwoFactorSecret {...enrollment} />
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
                  if (next && failure) reset();
                }}
                autoFocus
              />
            </Field>
          </li>
        </ol>
      </div>
      <footer className="flex justify-end gap-2 border-t px-5 py-4 max-lg:px-4">
        <Button variant="ghost" onClick={handleCancel} busy={cancel.busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy} className="min-w-36">
          {busy ? "Verifying…" : "Verify and turn on"}
        </Button>
      </footer>
    </form>
  );
}

function TwoFactorSecret({ secret, appLink }: Enrollment) {
  return (
    <>
      <p className="font-medium">1. Scan the code</p>
      {/* A phone cannot scan its own screen. */}
      <Button variant="link" className="mt-1 sm:hidden" asChild>
        <a href={appLink}>Open in an authenticator app</a>
      </Button>
      <p className="mt-0.5 text-ink-2">Use any authenticator app. Or enter this key by hand:</p>
      <div className="mt-2 flex items-center justify-between gap-2 rounded-control bg-fill py-1 pr-1 pl-3">
        <code translate="no" className="font-mono text-caption leading-5">
          {groupSecret(secret)}
        </code>
        <CopyIconButton
          label="Copy key"
          text={async () => secret}
          failed={accountMessages.secretCopyFailed}
        />
      </div>
    </>
  );
}
