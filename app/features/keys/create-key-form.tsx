import { ChevronDown } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { cn } from "#app/lib/class-names.ts";
import { DialogActions } from "./dialog-actions.tsx";
import { expiryText } from "./expiry.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { NameField } from "./name-field.tsx";
import { TestKeyField } from "./test-key-field.tsx";
import type { useCreateKey } from "./use-create-key.ts";

type CreateKeyFormProps = ReturnType<typeof useCreateKey> & {
  blocked: boolean;
  /** Whether there is no choice but a test key. */
  testOnly?: boolean;
};

export function CreateKeyForm(props: CreateKeyFormProps) {
  const { draft, problem, edit, submit, creating, blocked, testOnly = false } = props;
  const problemAt = (at: "name" | "expiry") => (problem?.at === at ? problem.message : null);
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <NameField name={draft.name} error={problemAt("name")} onChange={(name) => edit({ name })} />
      <OptionalExpiry
        choice={draft.expiry}
        error={problemAt("expiry")}
        onChange={(expiry) => edit({ expiry })}
      />
      {!testOnly && <TestKeyField checked={draft.test} onChange={(test) => edit({ test })} />}
      <DialogActions
        label={testOnly ? "Create Test Key" : "Create API Key"}
        busyLabel="Creating…"
        busy={creating}
        disabled={draft.name.trim() === "" || blocked}
      />
    </form>
  );
}

/** One line until the reader asks for more: most keys end only when they are revoked. */
function OptionalExpiry(props: Parameters<typeof ExpiryField>[0]) {
  const [open, setOpen] = useState(props.choice.kind !== "never");
  const id = useId();
  return (
    <div className="mt-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-6 items-center gap-1.5 rounded-tag text-small text-ink-2 hover:text-ink max-lg:min-h-9"
        onClick={() => setOpen(!open)}
      >
        Expires: {expiryText(props.choice, Date.now())}
        <ChevronDown className={cn("size-3.5 transition-transform", open && "rotate-180")} aria-hidden />
      </button>
      <div id={id} hidden={!open}>
        <ExpiryField {...props} />
      </div>
    </div>
  );
}
