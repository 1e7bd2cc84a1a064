import Trash from "lucide-react/icons/trash";
import { type FormEvent, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { TextField } from "#app/components/text-field.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/input.tsx";
import { priceMessages as messages } from "./messages.ts";
import { AmountFields } from "./price-editor-amounts.tsx";
import type { PriceDraftState } from "./use-price-draft.ts";

/** The open model of a draft, in its row. Problems are shown at their fields once saving was tried. */
export function PriceEditor({ state }: { state: PriceDraftState }) {
  const { open, problems: shown, type: edit, save, close, remove } = state;
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  const refused = open?.refused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    if (Object.keys(refused ?? {}).length > 0) focusInvalid();
  }, [refused]);

  if (open === null) return null;
  const { model, typed: draft } = open;
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    flushSync(save);
    focusInvalid();
  }
  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      noValidate
      aria-label={model === null ? "New model" : `Prices of ${model}`}
      className="grid gap-4 px-5 pt-1 pb-4 max-lg:px-4"
    >
      {model === null && (
        <TextField
          label="Model"
          error={shown.model}
          className="mt-3 max-w-80"
          name="model"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          value={draft.model}
          onChange={(name) => edit({ model: name })}
        />
      )}
      <AmountFields draft={draft} problems={shown} autoFocus={model !== null} onEdit={edit} />
      <div className="grid grid-cols-[11rem_11rem_minmax(0,1fr)] gap-4 max-md:grid-cols-2">
        <TextField
          label="Context"
          hint="Tokens of a prompt"
          error={shown.context}
          name="context"
          inputMode="numeric"
          value={draft.context}
          onChange={(context) => edit({ context })}
        />
        <TextField
          label="Max output tokens"
          error={shown.max_output}
          name="max_output"
          inputMode="numeric"
          value={draft.maxOutput}
          onChange={(maxOutput) => edit({ maxOutput })}
        />
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
            className="font-mono text-mono"
            value={draft.others}
            onChange={(event) => edit({ others: event.currentTarget.value })}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {model !== null && (
          <Button variant="ghost" size="sm" className={`mr-auto ${QUIET_DANGER}`} onClick={remove}>
            <Trash aria-hidden="true" />
            Remove model
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={close}>
          Cancel
        </Button>
        <Button variant="primary" size="sm" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
