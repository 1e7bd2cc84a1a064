import { type FormEvent, useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { accessText, readOrigins } from "./allowed-origins.ts";
import { DialogActions } from "./dialog-actions.tsx";
import type { KeyDialogProps } from "./key-dialog-props.ts";
import { keyMessages } from "./messages.ts";
import { useChangeKey } from "./use-change-key.ts";

/** Which pages may call the API with a key from the browsers of those who open them. */
export function BrowserAccessForm({ apiKey, onDone }: KeyDialogProps) {
  const [text, setText] = useState(() => apiKey.allowed_origins.join("\n"));
  const [wrong, setWrong] = useState<string | null>(null);
  const { change, changing, problem, forgetProblem } = useChangeKey(apiKey);

  function edit(next: string) {
    setText(next);
    setWrong(null);
    forgetProblem();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const read = readOrigins(text);
    if ("problem" in read) return setWrong(read.problem);
    const description = accessText(apiKey.name, read.origins);
    const changes = { allowed_origins: read.origins };
    if (await change(changes, { ...keyMessages.accessSet, description })) onDone();
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle>Browser access</DialogTitle>
      <DialogDescription>
        Pages of these origins may call the API with “{apiKey.name}”. Browsers are refused everywhere else;
        servers are not affected.
      </DialogDescription>
      <Alert tone="warning" className="mt-4">
        {keyMessages.readByEveryone}
      </Alert>
      <Field
        label="Allowed origins"
        hint="One a line, such as https://app.example.com. Empty allows none."
        error={wrong ?? problem}
        className="mt-4"
      >
        <Textarea
          rows={4}
          name="allowed_origins"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="font-mono text-caption leading-5"
          value={text}
          onChange={(event) => edit(event.currentTarget.value)}
        />
      </Field>
      <DialogActions label="Save" busyLabel="Saving…" busy={changing} />
    </form>
  );
}
