import { type FormEvent, useState } from "react";
import { DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { choiceOf, type ExpiryChoice, expiryProblem, expiryText, expiryValue } from "./expiry.ts";
import { ExpiryField } from "./expiry-field.tsx";
import type { KeyDialogProps } from "./key-dialog-props.ts";
import { keyStateOf } from "./key-life-view.ts";
import { keyMessages } from "./messages.ts";
import { useChangeKey } from "./use-change-key.ts";

export function KeyExpiryForm({ apiKey, onDone }: KeyDialogProps) {
  const [choice, setChoice] = useState(() => choiceOf(apiKey.expires_at));
  const [missing, setMissing] = useState<string | null>(null);
  const { change, changing, problem, forgetProblem } = useChangeKey(apiKey);
  const expired = keyStateOf(apiKey, Date.now()) === "expired";

  function choose(next: ExpiryChoice) {
    setChoice(next);
    setMissing(null);
    forgetProblem();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const now = Date.now();
    const wrong = expiryProblem(choice, now);
    if (wrong !== null) return setMissing(wrong);
    const description = `“${apiKey.name}” expires: ${expiryText(choice, now)}.`;
    const changes = { expires_at: expiryValue(choice, now) };
    if (await change(changes, { ...keyMessages.expirySet, description })) onDone();
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle>Set expiry</DialogTitle>
      <DialogDescription>
        {expired
          ? `“${apiKey.name}” has expired. With a later end it works again.`
          : `From then on, requests with “${apiKey.name}” are refused. You can move it at any time.`}
      </DialogDescription>
      <ExpiryField choice={choice} error={missing ?? problem} onChange={choose} />
      <DialogActions label="Set expiry" busyLabel="Saving…" busy={changing} />
    </form>
  );
}
