import ChevronDown from "lucide-react/icons/chevron-down";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { restrictionMessages } from "./messages.ts";

const loadMenu = () => import("./model-menu.tsx");

interface ModelsFieldProps {
  models: readonly string[];
  error: string | null;
  onChange: (models: readonly string[]) => void;
}

/** Names of models, chosen from a list that stays open; none means all. */
export function ModelsField({ models, error, onChange }: ModelsFieldProps) {
  const add = useRef<HTMLButtonElement>(null);
  const toggle = (model: string) =>
    onChange(models.includes(model) ? models.filter((name) => name !== model) : [...models, model]);
  const remove = (model: string) => {
    toggle(model);
    // The button that was pressed goes with its model.
    add.current?.focus();
  };
  return (
    <Field label="Models" hint={restrictionMessages.modelsHint} error={error} className="mt-4">
      <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-control border border-control bg-surface py-1 pr-1 pl-1.5 max-lg:min-h-10">
        {models.map((model) => (
          <span
            translate="no"
            key={model}
            className="inline-flex h-6.5 max-w-full items-center rounded-tag bg-fill pl-2 font-mono text-mono"
          >
            <span className="min-w-0 truncate" title={model}>
              {model}
            </span>
            <button
              type="button"
              aria-label={`Remove ${model}`}
              onClick={() => remove(model)}
              className="relative grid size-6.5 shrink-0 place-items-center rounded-tag text-ink-3 after:absolute hover:text-ink max-lg:after:-inset-1.5"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </span>
        ))}
        <OnDemand
          load={loadMenu}
          popup="listbox"
          trigger={
            <button
              ref={add}
              type="button"
              className="flex h-6.5 min-w-24 flex-1 items-center justify-between gap-2 rounded-tag px-1.5 text-left text-small text-ink-3 hover:text-ink"
            >
              {models.length === 0 ? "All models" : "Add a model"}
              <ChevronDown className="size-3.5 shrink-0" aria-hidden="true" />
            </button>
          }
          props={{ chosen: models, onToggle: toggle, onClear: () => onChange([]) }}
        />
      </div>
    </Field>
  );
}
