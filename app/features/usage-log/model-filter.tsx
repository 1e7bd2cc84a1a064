import X from "lucide-react/icons/x";
import { useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { SelectButton } from "#app/components/ui/select.tsx";
import type { ModelFilterProps } from "./log-view.ts";
import { usageLogMessages } from "./messages.ts";

const { allModels } = usageLogMessages;

export function ModelFilter(props: ModelFilterProps) {
  const [first = allModels, ...others] = props.chosen;
  const label = others.length === 0 ? first : `${props.chosen.length} models`;
  const button = (
    <SelectButton aria-label={`Model: ${label}`} className="w-full min-w-0 [&>span]:truncate">
      <span>{label}</span>
    </SelectButton>
  );
  return <OnDemand load={() => import("./model-choices.tsx")} popup="menu" trigger={button} props={props} />;
}

/** The chosen models, where the button has only their number. */
export function ModelChips({ chosen, onChoose }: ModelFilterProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const keep = (models: readonly string[]) => {
    // A removed chip would take the focus with it.
    group.current?.focus();
    onChoose(models);
  };
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label="Chosen models"
      className="col-span-full flex min-w-0 flex-wrap items-center gap-2 text-caption outline-none empty:absolute"
    >
      {chosen.length > 1 && (
        <>
          <span className="text-ink-3">Filtered by</span>
          {chosen.map((model) => (
            <span
              translate="no"
              key={model}
              className="inline-flex h-7 max-w-full items-center rounded-tag bg-accent-soft pl-2 font-mono text-accent-ink"
            >
              <span className="min-w-0 truncate" title={model}>
                {model}
              </span>
              <button
                type="button"
                aria-label={`Remove ${model}`}
                onClick={() => keep(chosen.filter((name) => name !== model))}
                className="relative grid size-7 shrink-0 place-items-center rounded-tag after:absolute max-lg:after:-inset-1"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </span>
          ))}
          <Button variant="link" size="sm" onClick={() => keep([])}>
            {usageLogMessages.clearModels}
          </Button>
        </>
      )}
    </fieldset>
  );
}
