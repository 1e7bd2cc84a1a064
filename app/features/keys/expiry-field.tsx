import type { ReactNode } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import {
  EXPIRY_PRESETS,
  type ExpiryChoice,
  expiryInstant,
  FURTHEST_DAY,
  isExpiryKind,
  localDay,
} from "./expiry.ts";
import { formatMoment } from "./key-life-view.ts";

interface ExpiryFieldProps {
  choice: ExpiryChoice;
  error: string | null;
  onChange: (choice: ExpiryChoice) => void;
}

/** Never, in so many days, or at the end of a day of the reader's own. */
export function ExpiryField({ choice, error, onChange }: ExpiryFieldProps) {
  return (
    <div className="mt-3 grid gap-3">
      <Segmented
        aria-label="Expires"
        className="grid grid-cols-5 max-[24rem]:grid-cols-3"
        value={choice.kind}
        onValueChange={(kind) => isExpiryKind(kind) && onChange({ ...choice, kind })}
      >
        <Kind value="never">Never</Kind>
        {EXPIRY_PRESETS.map((days) => (
          <Kind key={days} value={days}>
            {days} days
          </Kind>
        ))}
        <Kind value="date">Date</Kind>
      </Segmented>
      {choice.kind === "date" ? (
        <DayField choice={choice} error={error} onChange={onChange} />
      ) : (
        <Consequence choice={choice} error={error} />
      )}
    </div>
  );
}

const Kind = ({ value, children }: { value: ExpiryChoice["kind"]; children: ReactNode }) => (
  <SegmentedItem value={value} className="px-0">
    {children}
  </SegmentedItem>
);

function DayField({ choice, error, onChange }: ExpiryFieldProps) {
  return (
    <Field label="Last day" hint="The key works until the end of this day, where you are." error={error}>
      <Input
        size="lg"
        type="date"
        min={localDay(Date.now())}
        max={FURTHEST_DAY}
        value={choice.date}
        onChange={(event) => onChange({ kind: "date", date: event.currentTarget.value })}
      />
    </Field>
  );
}

function Consequence({ choice, error }: Omit<ExpiryFieldProps, "onChange">) {
  const now = Date.now();
  const end = expiryInstant(choice, now);
  return (
    <p aria-live="polite" className={error ? "text-caption text-danger-ink" : "text-caption text-ink-3"}>
      {error ?? (end === null ? "The key works until you revoke it." : `Ends ${formatMoment(end)}.`)}
    </p>
  );
}
