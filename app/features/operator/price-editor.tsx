import Trash from "lucide-react/icons/trash";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input, Textarea } from "#app/components/ui/input.tsx";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { entryOf, type ModelDraft, modelDraftOf, type Problems, problemsOf } from "./price-draft.ts";
import { AmountFields } from "./price-editor-amounts.tsx";
import { priceMessages as messages } from "./price-messages.ts";

interface PriceEditorProps {
  /** Null for a new model, which begins as `initial`. */
  entry: PriceEntry | null;
  initial: ModelDraft;
  /** Of the list's other models. */
  names: readonly string[];
  /** What the API refused, until the next change. */
  refused: Problems;
  onSave: (entry: PriceEntry) => void;
  onCancel: () => void;
  onRemove: (model: string) => void;
}

/** A model in its row. Problems are shown at their fields once saving was tried. */
export function PriceEditor({
  entry,
  initial,
  names,
  refused,
  onSave,
  onCancel,
  onRemove,
}: PriceEditorProps) {
  const [draft, setDraft] = useState(() => (entry === null ? initial : modelDraftOf(entry)));
  const [checked, setChecked] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(draft, names);
  const shown: Problems = { ...(!isEdited && refused), ...(checked && problems) };
  const focusInvalid = () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal is of another attempt
  useEffect(() => {
    setEdited(false);
    if (Object.keys(refused).length > 0) focusInvalid();
  }, [refused]);

  function edit(changes: Partial<ModelDraft>) {
    setEdited(true);
    setDraft((before) => ({ ...before, ...changes }));
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (Object.keys(problems).length === 0) return onSave(entryOf(draft));
    flushSync(() => setChecked(true));
    focusInvalid();
  }
  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      noValidate
      aria-label={entry === null ? "New model" : `Prices of ${entry.model}`}
      className="grid gap-4 px-5 pt-1 pb-4 max-lg:px-4"
    >
      {entry === null && (
        <Field label="Model" error={shown.model} className="mt-3 max-w-80">
          <Input
            name="model"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={draft.model}
            onChange={(event) => edit({ model: event.currentTarget.value })}
          />
        </Field>
      )}
      <AmountFields draft={draft} problems={shown} autoFocus={entry !== null} onEdit={edit} />
      <div className="grid grid-cols-[11rem_11rem_minmax(0,1fr)] gap-4 max-md:grid-cols-2">
        <Field label="Context" hint="Tokens of a prompt" error={shown.context}>
          <Input
            name="context"
            inputMode="numeric"
            autoComplete="off"
            value={draft.context}
            onChange={(event) => edit({ context: event.currentTarget.value })}
          />
        </Field>
        <Field label="Most output" hint="Tokens of a response" error={shown.max_output}>
          <Input
            name="max_output"
            inputMode="numeric"
            autoComplete="off"
            value={draft.maxOutput}
            onChange={(event) => edit({ maxOutput: event.currentTarget.value })}
          />
        </Field>
        <Field
          label="Other fields"
          hint={messages.othersHint}
          error={shown.others}
          className="max-md:col-span-2"
        >
          <Textarea
            name="others"
            rows={draft.others.split("\n").length > 2 ? 5 : 1}
            spellCheck={false}
            className="font-mono text-[0.78125rem]"
            value={draft.others}
            onChange={(event) => edit({ others: event.currentTarget.value })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {entry !== null && (
          <Button
            variant="ghost"
            size="sm"
            className={`mr-auto ${QUIET_DANGER}`}
            onClick={() => onRemove(entry.model)}
          >
            <Trash aria-hidden="true" />
            Remove model
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" size="sm" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
