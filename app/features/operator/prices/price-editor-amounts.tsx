import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { FieldError } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TOKEN_KINDS } from "#core/domain/gateway/price-list.ts";
import { priceMessages as messages } from "./messages.ts";
import { type AmountField, FEES, isTokens, labelOf } from "./price-amounts.ts";
import type { ModelDraft, Problems } from "./price-draft.ts";

interface AmountFieldsProps {
  draft: ModelDraft;
  problems: Problems;
  autoFocus: boolean;
  onEdit: (changes: Partial<ModelDraft>) => void;
}

const SIDES = { prices: "Price", costs: "Provider cost" } as const;
type Side = keyof typeof SIDES;

const GRID = "grid grid-cols-[minmax(0,1fr)_10rem_10rem] items-start gap-x-3 max-sm:grid-cols-2";

/** A price and its provider's cost in each line. */
export function AmountFields({ draft, problems, autoFocus, onEdit }: AmountFieldsProps) {
  const change = (side: Side, field: AmountField, text: string) =>
    onEdit({ [side]: { ...draft[side], [field]: text } });
  return (
    <div className="grid max-w-3xl gap-2">
      <div className={`${GRID} text-caption font-medium text-ink-3 max-sm:hidden`} aria-hidden="true">
        <span>In dollars</span>
        <span>{SIDES.prices}</span>
        <span>{SIDES.costs}</span>
      </div>
      {draft.fields.map((field, at) => (
        <div key={field} className={GRID}>
          <p className="pt-2 text-small max-sm:col-span-2 max-sm:pt-0 max-sm:pb-1">
            {labelOf(field)}
            {isTokens(field) && <span className="text-caption text-ink-3"> per million tokens</span>}
          </p>
          {(["prices", "costs"] as const).map((side) => (
            <AmountInput
              key={side}
              label={`${labelOf(field)}, ${SIDES[side].toLowerCase()}`}
              name={`${side}.${field}`}
              text={draft[side][field] ?? ""}
              problem={problems[`${side}.${field}`]}
              autoFocus={autoFocus && at === 0 && side === "prices"}
              onChange={(text) => change(side, field, text)}
            />
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <AddPrice draft={draft} onAdd={(field) => onEdit({ fields: [...draft.fields, field] })} />
        <p className="text-caption text-ink-3">{messages.costHint}</p>
      </div>
    </div>
  );
}

interface AmountInputProps {
  label: string;
  name: string;
  text: string;
  problem: string | undefined;
  autoFocus: boolean;
  onChange: (text: string) => void;
}

function AmountInput({ label, name, text, problem, autoFocus, onChange }: AmountInputProps) {
  const noteId = `note-${name}`;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <Input
        prefix="$"
        name={name}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        autoFocus={autoFocus}
        {...(problem && { "aria-invalid": true, "aria-describedby": noteId })}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div id={noteId} aria-live="polite" className="contents">
        {problem && <FieldError>{problem}</FieldError>}
      </div>
    </div>
  );
}

/** Of the list itself while nothing is chosen. */
const ADD = "add";
const IMAGE = "image";
const WORD = /^[\w.-]{1,32}$/;

function AddPrice({ draft, onAdd }: { draft: ModelDraft; onAdd: (field: AmountField) => void }) {
  const [image, setImage] = useState<{ size: string; quality: string } | null>(null);
  const left = [...TOKEN_KINDS, ...FEES].filter((field) => !draft.fields.includes(field));
  const choices = [
    { value: ADD, label: "Add a price" },
    ...left.map((field) => ({ value: field, label: labelOf(field) })),
    { value: IMAGE, label: "Image of a size and quality" },
  ];
  function choose(value: string) {
    const field = left.find((each) => each === value);
    if (field !== undefined) onAdd(field);
    else if (value === IMAGE) setImage({ size: "1024x1024", quality: "standard" });
  }
  if (image === null)
    return <Select aria-label="Add a price" value={ADD} onValueChange={choose} choices={choices} />;
  const isNew = !draft.fields.includes(`image:${image.size}:${image.quality}`);
  const isValid = isNew && WORD.test(image.size) && WORD.test(image.quality);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(["size", "quality"] as const).map((part) => (
        <Input
          key={part}
          aria-label={`Image ${part}`}
          className="w-36"
          value={image[part]}
          onChange={(event) => setImage({ ...image, [part]: event.currentTarget.value.trim() })}
        />
      ))}
      <Button
        aria-disabled={!isValid || undefined}
        onClick={() => {
          onAdd(`image:${image.size}:${image.quality}`);
          setImage(null);
        }}
      >
        Add image price
      </Button>
    </div>
  );
}
