import { type FormEvent, useId, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { addDays } from "#app/lib/local-time.ts";
import { formatDay } from "#app/lib/wall-clock.ts";
import { RETENTION_DAYS } from "#core/domain/usage.ts";
import { monthOf } from "./calendar-view.ts";
import { RangeCalendar } from "./range-calendar.tsx";
import {
  checkedDraft,
  type DraftTexts,
  draftOfDays,
  lengthText,
  startOf,
  textsOf,
  windowOf,
  zoneText,
} from "./range-draft.ts";

interface CustomRangeProps {
  chosen: ChosenRange;
  /** Such as `2026-11-20`, in the zone. */
  today: string;
  zone: string;
  onApply: (chosen: ChosenRange) => void;
  onCancel: () => void;
}

/** Two fields that can be typed into, a calendar that fills them in, and what they come to. */
export function CustomRange({ chosen, today, zone, onApply, onCancel }: CustomRangeProps) {
  const [texts, setTexts] = useState(() => textsOf(startOf(chosen, today, zone)));
  const checked = checkedDraft(texts, today, zone);
  const { draft } = checked;
  const [month, setMonth] = useState(monthOf(draft?.last ?? today));
  /** The first day that was picked, until the second is. */
  const [anchor, setAnchor] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const error = isChecked ? checked.error : null;
  const noteId = useId();

  const pick = (day: string) => {
    const [first, last] = anchor !== null && anchor > day ? [day, anchor] : [anchor ?? day, day];
    setTexts(textsOf(draftOfDays(first, last)));
    setAnchor(anchor === null ? day : null);
    setIsChecked(false);
  };
  const type = (change: Partial<DraftTexts>) => {
    setTexts({ ...texts, ...change });
    setAnchor(null);
    setIsChecked(false);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (draft) onApply({ range: "custom", ...windowOf(draft, zone) });
  };
  const field = (end: "from" | "to", label: string) => (
    <Field label={label}>
      <Input
        value={texts[end]}
        onChange={({ target }) => type({ [end]: target.value })}
        onBlur={() => {
          setIsChecked(true);
          if (draft) setMonth(monthOf(draft[end === "from" ? "first" : "last"]));
        }}
        aria-invalid={error?.end === end}
        aria-describedby={noteId}
        autoComplete="off"
        spellCheck={false}
        className="tabular-nums max-sm:h-11"
      />
    </Field>
  );
  return (
    <form className="contents" noValidate onSubmit={apply}>
      <div className="min-w-0 p-4">
        <div className="grid grid-cols-2 gap-3">
          {field("from", "From")}
          {field("to", "To")}
        </div>
        <RangeCalendar
          month={month}
          onMonth={setMonth}
          today={today}
          first={draft?.first ?? anchor}
          last={draft?.last ?? anchor}
          onPick={pick}
        />
      </div>
      <div className="flex items-center justify-between gap-3 border-t px-4 py-3 max-sm:flex-col max-sm:items-stretch sm:col-span-2">
        <p id={noteId} aria-live="polite" className="min-h-4 text-caption text-ink-3">
          {error ? (
            <span className="text-danger-ink">{error.text}</span>
          ) : (
            draft && (
              <>
                <span className="font-medium text-ink-2 tabular-nums">
                  {lengthText(draft)}, {zoneText(draft, zone)}.
                </span>{" "}
                Before {formatDay(addDays(today, -RETENTION_DAYS))}, times round to half hours.
              </>
            )
          )}
        </p>
        <span className="flex gap-2 max-sm:grid max-sm:grid-cols-2">
          <Button
            size="sm"
            variant="ghost"
            onClick={onCancel}
            className="max-sm:h-11 max-sm:border max-sm:border-edge"
          >
            Cancel
          </Button>
          <Button size="sm" variant="primary" type="submit" className="max-sm:h-11">
            Apply
          </Button>
        </span>
      </div>
    </form>
  );
}
