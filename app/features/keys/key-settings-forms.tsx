import { useId } from "react";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { keyStateOf } from "#app/lib/keys/key-life.ts";
import { longNameProblem } from "#app/lib/name-length.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { changeFailure, refusedAt, useChangeKey } from "./change-key.ts";
import { choiceOf, expiryProblem, expiryText, expiryValue } from "./expiry.ts";
import { ExpiryField, NameField } from "./key-fields.tsx";
import { keyMessages } from "./messages.ts";

interface KeyFormProps {
  apiKey: ApiKey;
  onDone: () => void;
}

export function RenameKeyForm({ apiKey, onDone }: KeyFormProps) {
  const change = useChangeKey(apiKey);
  const form = useForm({
    initial: { name: apiKey.name },
    refuse: ({ name }) => (name.trim() === "" ? keyMessages.missingName : null),
    check: ({ name }) => ({ name: longNameProblem(name) }),
    send: async ({ name }) => (name.trim() === apiKey.name ? null : change({ name: name.trim() })),
    fields: refusedAt("name"),
    notice: (renamed, { name }) =>
      renamed && { ...keyMessages.renamed, description: `It’s now called “${name.trim()}”.` },
    onSent: onDone,
    failureNotice: changeFailure,
  });
  const { name } = form.draft;
  return (
    <DialogForm
      form={form}
      title="Rename API Key"
      description="The key itself stays the same."
      action={{ label: "Rename", busyLabel: "Renaming…" }}
      disabled={name.trim() === ""}
    >
      <NameField name={name} error={form.errorOf("name")} onChange={(next) => form.edit({ name: next })} />
    </DialogForm>
  );
}

export function KeyExpiryForm({ apiKey, onDone }: KeyFormProps) {
  const change = useChangeKey(apiKey);
  const form = useForm({
    initial: () => ({ choice: choiceOf(apiKey.expires_at) }),
    check: ({ choice }) => ({ choice: expiryProblem(choice, Date.now()) }),
    send: ({ choice }) => change({ expires_at: expiryValue(choice, Date.now()) }),
    fields: refusedAt("choice"),
    notice: (_, { choice }) => ({
      ...keyMessages.expirySet,
      description: `“${apiKey.name}” expires: ${expiryText(choice, Date.now())}.`,
    }),
    onSent: onDone,
    failureNotice: changeFailure,
  });
  const expired = keyStateOf(apiKey, Date.now()) === "expired";
  return (
    <DialogForm
      form={form}
      title="Set expiry"
      description={
        expired
          ? `“${apiKey.name}” has expired. Set a later expiry date to use it again.`
          : `Requests with “${apiKey.name}” are refused after it expires. You can change this at any time.`
      }
      action={{ label: "Set expiry", busyLabel: "Saving…" }}
    >
      <ExpiryField
        choice={form.draft.choice}
        error={form.errorOf("choice")}
        onChange={(choice) => form.edit({ choice })}
      />
    </DialogForm>
  );
}

export function BalanceAccessForm({ apiKey, onDone }: KeyFormProps) {
  const change = useChangeKey(apiKey);
  const noteId = useId();
  const form = useForm({
    initial: { shows: apiKey.shows_balance },
    send: async ({ shows }) => (shows === apiKey.shows_balance ? null : change({ shows_balance: shows })),
    notice: (changed, { shows }) =>
      changed && {
        ...keyMessages.balanceAccessSet,
        description: `“${apiKey.name}” ${shows ? "can see your balance" : "can no longer see your balance"}.`,
      },
    onSent: onDone,
    failureNotice: changeFailure,
  });
  return (
    <DialogForm
      form={form}
      title="Balance access"
      description={`Decide whether anyone who has “${apiKey.name}” can see your account’s balance.`}
      action={{ label: "Save", busyLabel: "Saving…" }}
    >
      <CheckboxField
        label="Show the balance"
        className="mt-4"
        checked={form.draft.shows}
        aria-describedby={noteId}
        onCheckedChange={(checked) => form.edit({ shows: checked === true })}
      />
      <p id={noteId} className="pl-6.5 text-caption text-ink-3">
        In response headers and from{" "}
        <span translate="no" className="font-mono">
          GET /v1/key
        </span>
        . Hide it if you share the key outside your team.
      </p>
    </DialogForm>
  );
}
