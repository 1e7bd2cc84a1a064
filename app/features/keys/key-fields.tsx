import type { KeyboardEvent } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { formatMinute } from "#app/lib/format.ts";
import { longNameProblem } from "#app/lib/name-length.ts";
import { EXPIRY_KINDS, type ExpiryChoice, expiryInstant, FURTHEST_DAY, localDay } from "./expiry.ts";

interface NameFieldProps {
  name: string;
  error: string | null;
  onChange: (name: string) => void;
}

export function NameField({ name, error, onChange }: NameFieldProps) {
  return (
    <Field
      label="Name"
      hint="Name it after the app that will use it. Only you can see the name."
      error={error ?? longNameProblem(name)}
      className="mt-5"
    >
      <Input
        size="lg"
        name="name"
        autoComplete="off"
        value={name}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
      />
    </Field>
  );
}

/** Browsers ignore Enter while the submit button is disabled, but submitting explains what is missing. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface ExpiryFieldProps {
  choice: ExpiryChoice;
  error: string | null;
  onChange: (choice: ExpiryChoice) => void;
}

export function ExpiryField({ choice, error, onChange }: ExpiryFieldProps) {
  const chooseKind = (value: string) => {
    const chosen = EXPIRY_KINDS.find(({ kind }) => kind === value);
    if (chosen) onChange({ ...choice, kind: chosen.kind });
  };
  return (
    <div className="mt-3 grid gap-3">
      <Segmented
        aria-label="Expires"
        className="grid grid-cols-5 max-[24rem]:grid-cols-3"
        value={choice.kind}
        onValueChange={chooseKind}
      >
        {EXPIRY_KINDS.map(({ kind, label }) => (
          <SegmentedItem key={kind} value={kind} className="px-0">
            {label}
          </SegmentedItem>
        ))}
      </Segmented>
      {choice.kind === "date" ? (
        <Field
          label="Last day"
          hint="The key works until the end of this day in your time zone."
          error={error}
        >
          <Input
            size="lg"
            type="date"
            min={localDay(Date.now())}
            max={FURTHEST_DAY}
            value={choice.date}
            onChange={(event) => onChange({ kind: "date", date: event.currentTarget.value })}
          />
        </Field>
      ) : (
        <Consequence choice={choice} error={error} />
      )}
    </div>
  );
}

function Consequence({ choice, error }: Omit<ExpiryFieldProps, "onChange">) {
  const expiry = expiryInstant(choice, Date.now());
  return (
    <p aria-live="polite" className={error ? "text-caption text-danger-ink" : "text-caption text-ink-3"}>
      {error ?? (expiry === null ? "The key works until you revoke it." : `Expires ${formatMinute(expiry)}.`)}
    </p>
  );
}
