import { type FormEvent, useId, useState } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { DialogDescription, DialogTitle } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/input.tsx";
import { toast } from "#app/lib/toast.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { accessText, readOrigins } from "./allowed-origins.ts";
import { choiceOf, expiryProblem, expiryText, expiryValue } from "./expiry.ts";
import { DialogActions, ExpiryField, NameField } from "./key-fields.tsx";
import { keyStateOf } from "./key-life-view.ts";
import { useChangeKey } from "./key-mutation.ts";
import { keyMessages } from "./messages.ts";

interface KeyFormProps {
  apiKey: ApiKey;
  onDone: () => void;
}

export function RenameKeyForm({ apiKey, onDone }: KeyFormProps) {
  const [text, setText] = useState(apiKey.name);
  const { submit, pending, problem, setProblem } = useChangeKey(apiKey);
  const name = text.trim();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const description = `It’s now called “${name}”.`;
    if (name === "") toast({ ...keyMessages.missingName, tone: "danger" });
    else if (name === apiKey.name) onDone();
    else if (await submit({ name }, { ...keyMessages.renamed, description })) onDone();
  }

  return (
    <form onSubmit={handleSubmit} onChange={() => setProblem(null)} noValidate>
      <DialogTitle>Rename API Key</DialogTitle>
      <DialogDescription>The key itself stays the same.</DialogDescription>
      <NameField name={text} error={problem?.message ?? null} onChange={setText} />
      <DialogActions label="Rename" busyLabel="Renaming…" busy={pending} disabled={name === ""} />
    </form>
  );
}

export function KeyExpiryForm({ apiKey, onDone }: KeyFormProps) {
  const [choice, setChoice] = useState(() => choiceOf(apiKey.expires_at));
  const { submit, pending, problem, setProblem } = useChangeKey(apiKey);
  const expired = keyStateOf(apiKey, Date.now()) === "expired";

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const now = Date.now();
    const message = expiryProblem(choice, now);
    if (message !== null) return setProblem({ message });
    const description = `“${apiKey.name}” expires: ${expiryText(choice, now)}.`;
    const change = { expires_at: expiryValue(choice, now) };
    if (await submit(change, { ...keyMessages.expirySet, description })) onDone();
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <DialogTitle>Set expiry</DialogTitle>
      <DialogDescription>
        {expired
          ? `“${apiKey.name}” has expired. Set a later expiry date to use it again.`
          : `Requests with “${apiKey.name}” are refused after it expires. You can change this at any time.`}
      </DialogDescription>
      <ExpiryField
        choice={choice}
        error={problem?.message ?? null}
        onChange={(next) => {
          setChoice(next);
          setProblem(null);
        }}
      />
      <DialogActions label="Set expiry" busyLabel="Saving…" busy={pending} />
    </form>
  );
}

export function BrowserAccessForm({ apiKey, onDone }: KeyFormProps) {
  const [text, setText] = useState(() => apiKey.allowed_origins.join("\n"));
  const { submit, pending, problem, setProblem } = useChangeKey(apiKey);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const read = readOrigins(text);
    if ("problem" in read) return setProblem({ message: read.problem });
    const description = accessText(apiKey.name, read.origins);
    const change = { allowed_origins: read.origins };
    if (await submit(change, { ...keyMessages.accessSet, description })) onDone();
  }

  return (
    <form onSubmit={handleSubmit} onChange={() => setProblem(null)} noValidate>
      <DialogTitle>Browser access</DialogTitle>
      <DialogDescription>
        Browsers on these origins can use “{apiKey.name}”. Browsers on other origins are refused. Servers
        aren’t affected.
      </DialogDescription>
      <Alert tone="warning" className="mt-4">
        {keyMessages.exposedInBrowsers}
      </Alert>
      <Field
        label="Allowed origins"
        hint="One per line, such as https://app.example.com or, for an app or extension, app://obsidian.md. Leave empty to allow none."
        error={problem?.message ?? null}
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
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <DialogActions label="Save" busyLabel="Saving…" busy={pending} />
    </form>
  );
}

export function BalanceAccessForm({ apiKey, onDone }: KeyFormProps) {
  const [shows, setShows] = useState(apiKey.shows_balance);
  const { submit, pending } = useChangeKey(apiKey);
  const noteId = useId();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (shows === apiKey.shows_balance) return onDone();
    const description = `“${apiKey.name}” ${shows ? "can see your balance" : "can no longer see your balance"}.`;
    if (await submit({ shows_balance: shows }, { ...keyMessages.balanceAccessSet, description })) onDone();
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <DialogTitle>Balance access</DialogTitle>
      <DialogDescription>
        Decide whether anyone who has “{apiKey.name}” can see your account’s balance.
      </DialogDescription>
      <CheckboxField
        label="Show the balance"
        className="mt-4"
        checked={shows}
        aria-describedby={noteId}
        onCheckedChange={(checked) => setShows(checked === true)}
      />
      <p id={noteId} className="pl-6.5 text-caption text-ink-3">
        In response headers and from{" "}
        <span translate="no" className="font-mono">
          GET /v1/key
        </span>
        . Hide it if you share the key outside your team.
      </p>
      <DialogActions label="Save" busyLabel="Saving…" busy={pending} />
    </form>
  );
}
