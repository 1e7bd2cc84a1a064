import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { keyFailure, useKeyRequest } from "./change-key.ts";
import { OVERLAPS, overlapText } from "./expiry.ts";
import { CopyKeyButton } from "./key-buttons.tsx";
import { InUseWarning, KeyFacts, KeyText } from "./key-facts.tsx";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./queries.ts";

type RotateKeyStepsProps = { apiKey: ApiKey; onCreated: (key: NewKey) => void };

export function RotateKeySteps({ apiKey, onCreated }: RotateKeyStepsProps) {
  const [newKey, setNewKey] = useState<NewKey | null>(null);
  const requestKey = useKeyRequest();
  const form = useForm({
    initial: () => ({ hours: 24, now: Date.now() }),
    send: ({ hours: overlap_hours }) =>
      requestKey(
        unwrap(api.api.keys[":id"].rotate.$post({ param: { id: apiKey.id }, json: { overlap_hours } })),
      ),
    onSent: (created) => {
      setNewKey(created);
      onCreated({ id: created.id, key: created.key });
    },
    failureNotice: (error) => keyFailure(error, keyMessages.rotateFailed),
  });
  const { hours, now } = form.draft;
  const consequence = overlapText(apiKey, hours, now);
  if (newKey) return <NewKeyStep secret={newKey.key} consequence={hours === 0 ? null : consequence} />;
  return (
    <DialogForm
      form={form}
      title="Rotate API Key"
      description="Creates a new key with the same name to replace this one."
      action={{ label: "Rotate API Key", busyLabel: "Rotating…" }}
      tone={hours === 0 ? "danger" : "primary"}
    >
      <KeyFacts apiKey={apiKey} />
      <Overlap hours={hours} onChange={(chosen) => form.edit({ hours: chosen, now: Date.now() })} />
      <p aria-live="polite" className="mt-2 text-caption text-ink-3">
        {consequence}
      </p>
      {hours === 0 && <InUseWarning apiKey={apiKey} />}
    </DialogForm>
  );
}

function Overlap({ hours, onChange }: { hours: number; onChange: (hours: number) => void }) {
  const label = "Revoke the old key";
  return (
    <fieldset className="mt-4">
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <Segmented
        aria-label={label}
        className="grid grid-cols-5 max-sm:grid-cols-3"
        value={String(hours)}
        onValueChange={(value) => onChange(Number(value))}
      >
        {OVERLAPS.map((overlap) => (
          <SegmentedItem key={overlap.hours} value={String(overlap.hours)} className="px-0">
            {overlap.label}
          </SegmentedItem>
        ))}
      </Segmented>
    </fieldset>
  );
}

function NewKeyStep({ secret, consequence }: { secret: string; consequence: string | null }) {
  return (
    <>
      <DialogTitle className="flex items-center gap-2">
        <CircleCheck className="size-5 shrink-0 text-success" aria-hidden />
        Your new key is ready
      </DialogTitle>
      <DialogDescription>
        {consequence ?? "The old key is revoked."} Copy the new one now, or from the list at any time.
      </DialogDescription>
      <div className="mt-5 flex items-center gap-3 rounded-control bg-fill p-3 max-sm:flex-col max-sm:items-stretch">
        <KeyText value={secret} />
        <CopyKeyButton look="boxed" label="Copy new key" text={async () => secret} />
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary" className="min-w-32">
            Done
          </Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}
