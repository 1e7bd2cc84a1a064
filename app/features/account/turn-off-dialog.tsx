import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { isSixDigits } from "#app/features/auth/six-digits.ts";
import { toast } from "#app/lib/toast.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { accountMessages } from "./messages.ts";
import { quietDanger } from "./quiet-danger.ts";
import { useTurnOff } from "./use-two-factor.ts";

interface TurnOffDialogProps {
  factorId: string;
  /** Whether the session has still to prove the second step. */
  askCode: boolean;
}

export function TurnOffDialog(props: TurnOffDialogProps) {
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" className={quietDanger}>
          Turn off
        </Button>
      }
    >
      {(done) => <TurnOffForm {...props} onDone={done} />}
    </ConfirmDialog>
  );
}

function TurnOffForm({ factorId, askCode, onDone }: TurnOffDialogProps & { onDone: () => void }) {
  const [code, setCode] = useState("");
  const turnOff = useTurnOff(factorId);
  function finish() {
    toast({ ...accountMessages.factorOff, tone: "success" });
    onDone();
  }
  return (
    <ConfirmForm
      title="Turn off two-factor authentication"
      description="Your password alone will then open your keys and your balance. Remove the entry from your authenticator app too: it will no longer work."
      action={{ label: "Turn off", busyLabel: "Turning off…", fallback: accountMessages.turnOffFailed }}
      ready={!askCode || isSixDigits(code)}
      onConfirm={() => turnOff(askCode ? code : null)}
      onDone={finish}
    >
      {askCode && (
        <Field label="Code from your authenticator app" className="mt-5">
          <CodeInput name="code" value={code} onValueChange={setCode} autoFocus />
        </Field>
      )}
    </ConfirmForm>
  );
}
