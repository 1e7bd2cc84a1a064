import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "#app/components/ui/dialog.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { CopyKeyButton } from "./copy-key-button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import type { KeyDialogProps } from "./key-dialog-props.ts";
import { InUseWarning, KeyFacts } from "./key-facts.tsx";
import { KeyText } from "./key-text.tsx";
import { DEFAULT_OVERLAP_HOURS, OVERLAPS, overlapText } from "./rotation.ts";
import { useRotateKey } from "./use-rotate-key.ts";

/** First how long the old key goes on, then the new one in full. */
export function RotateKeySteps({ apiKey, onCreated }: Pick<KeyDialogProps, "apiKey" | "onCreated">) {
  const [hours, setHours] = useState(DEFAULT_OVERLAP_HOURS);
  const [now, setNow] = useState(Date.now);
  const { rotate, rotating, made } = useRotateKey(apiKey, onCreated);
  const consequence = overlapText(apiKey, hours, now);
  if (made) return <NewKey secret={made.key} consequence={hours === 0 ? null : consequence} />;
  return (
    <>
      <DialogTitle>Rotate API Key</DialogTitle>
      <DialogDescription>Makes a new key with the same name in place of this one.</DialogDescription>
      <KeyFacts apiKey={apiKey} />
      <Overlap
        hours={hours}
        onChange={(chosen) => {
          setHours(chosen);
          setNow(Date.now());
        }}
      />
      <p aria-live="polite" className="mt-2 text-caption text-ink-3">
        {consequence}
      </p>
      {hours === 0 && <InUseWarning apiKey={apiKey} />}
      <DialogActions
        label="Rotate API Key"
        busyLabel="Rotating…"
        busy={rotating}
        tone={hours === 0 ? "danger" : "primary"}
        onConfirm={() => rotate(hours)}
      />
    </>
  );
}

function Overlap({ hours, onChange }: { hours: number; onChange: (hours: number) => void }) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-1.5 text-small font-medium">The old key is revoked</legend>
      <Segmented
        aria-label="The old key is revoked"
        className="grid grid-cols-5 max-sm:grid-cols-3"
        value={String(hours)}
        onValueChange={(value) => onChange(Number(value))}
      >
        {OVERLAPS.map(({ hours: each, label }) => (
          <SegmentedItem key={each} value={String(each)} className="px-0">
            {label}
          </SegmentedItem>
        ))}
      </Segmented>
    </fieldset>
  );
}

function NewKey({ secret, consequence }: { secret: string; consequence: string | null }) {
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
