import { useQueryClient } from "@tanstack/react-query";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { useCodeForm } from "#app/features/auth/code-form.tsx";
import { toast } from "#app/lib/toast.ts";
import { useAction } from "#app/lib/use-form.ts";
import { accountMessages } from "./messages.ts";
import { groupSecret } from "./totp.ts";
import { cancelEnrollment, type Enrollment, turnOn } from "./two-factor.ts";

interface TwoFactorSetupProps {
  enrollment: Enrollment;
  onDone: () => void;
  onCancel: () => void;
}

export function TwoFactorSetup({ enrollment, onDone, onCancel }: TwoFactorSetupProps) {
  const queryClient = useQueryClient();
  const words = { fallback: accountMessages.verifyFailed, incomplete: accountMessages.sixDigits };
  const form = useCodeForm(async (code) => {
    await turnOn(enrollment.factorId, code, queryClient);
    toast.success(accountMessages.factorOn);
    onDone();
  }, words);
  // Leftovers are removed before the next attempt, so a failure doesn't matter.
  const cancel = useAction(() => cancelEnrollment(enrollment.factorId).finally(onCancel));
  return (
    <form {...form.formProps}>
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
              error={form.errorOf("code")}
              className="gap-2.5 sm:max-w-70"
            >
              <CodeInput
                name="code"
                value={form.draft.code}
                onValueChange={(code) => form.edit({ code })}
                autoFocus
              />
            </Field>
          </li>
        </ol>
      </div>
      <footer className="flex justify-end gap-2 border-t px-5 py-4 max-lg:px-4">
        <Button variant="ghost" onClick={() => void cancel.run()} busy={cancel.busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} className="min-w-36">
          {form.busy ? "Verifying…" : "Verify and turn on"}
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
