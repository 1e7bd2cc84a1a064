import { useQuery } from "@tanstack/react-query";
import { Command as Cmdk } from "cmdk";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import X from "lucide-react/icons/x";
import { type Ref, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Command } from "#app/components/ui/command.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { pricesQuery } from "#app/features/pricing/queries.ts";
import { formatPrice } from "#app/lib/format.ts";
import { kindOf } from "#app/lib/model-prices.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { restrictionMessages } from "./messages.ts";

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
        <ModelMenu trigger={add} chosen={models} onToggle={toggle} onClear={() => onChange([])} />
      </div>
    </Field>
  );
}

interface ModelMenuProps {
  trigger: Ref<HTMLButtonElement>;
  chosen: readonly string[];
  onToggle: (model: string) => void;
  onClear: () => void;
}

function ModelMenu({ trigger, chosen, onToggle, onClear }: ModelMenuProps) {
  const [search, setSearch] = useState("");
  const last = chosen.at(-1);
  return (
    <Popover onOpenChange={() => setSearch("")}>
      <PopoverTrigger asChild>
        <button
          ref={trigger}
          type="button"
          className="flex h-6.5 min-w-24 flex-1 items-center justify-between gap-2 rounded-tag px-1.5 text-left text-small text-ink-3 hover:text-ink"
        >
          {chosen.length === 0 ? "All models" : "Add a model"}
          <ChevronDown className="size-3.5 shrink-0" aria-hidden="true" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Models"
        className="w-96 max-w-[calc(100vw-2.5rem)] overflow-hidden p-0"
      >
        <Command label="Models">
          <Cmdk.Input
            value={search}
            onValueChange={setSearch}
            placeholder="Find a model"
            className="h-10 w-full border-b bg-transparent px-4 text-small outline-none placeholder:text-ink-3 max-lg:text-lead"
            onKeyDown={(event) => {
              if (event.key === "Backspace" && search === "" && last !== undefined) onToggle(last);
            }}
          />
          <ModelOptions search={search} chosen={chosen} onToggle={onToggle} />
        </Command>
        <p className="flex items-center justify-between gap-3 border-t px-4 py-2.5 text-caption text-ink-3">
          Input and output, per million tokens
          <Button
            variant="link"
            size="sm"
            className="text-caption"
            disabled={chosen.length === 0}
            onClick={onClear}
          >
            Clear
          </Button>
        </p>
      </PopoverContent>
    </Popover>
  );
}

type ModelOptionsProps = Pick<ModelMenuProps, "chosen" | "onToggle"> & { search: string };

function ModelOptions({ search, chosen, onToggle }: ModelOptionsProps) {
  const { data, isError, refetch } = useQuery(pricesQuery);
  const found = (data?.models ?? []).filter(({ model }) => model.includes(search.trim()));
  return (
    <Cmdk.List label="Models" className="max-h-[min(18rem,40dvh)] overflow-y-auto overscroll-contain p-1.5">
      {!data && !isError && <Skeleton className="m-2.5 h-4 w-40" />}
      {!data && isError && (
        <p role="alert" className="px-2.5 py-4 text-small text-ink-2">
          {restrictionMessages.modelsFailed}{" "}
          <Button variant="link" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data && found.length === 0 && (
        <p className="px-2.5 py-4 text-small text-ink-2">{restrictionMessages.noModel}</p>
      )}
      {found.map((model) => (
        <ModelOption
          key={model.model}
          model={model}
          isChosen={chosen.includes(model.model)}
          onToggle={() => onToggle(model.model)}
        />
      ))}
    </Cmdk.List>
  );
}

interface ModelOptionProps {
  model: ModelPrices;
  isChosen: boolean;
  onToggle: () => void;
}

const ModelOption = ({ model, isChosen, onToggle }: ModelOptionProps) => (
  <Cmdk.Item
    value={model.model}
    aria-checked={isChosen}
    onSelect={onToggle}
    className="flex min-h-9 cursor-default items-center gap-3 rounded-item px-2.5 text-small data-[selected=true]:bg-hover max-lg:min-h-11"
  >
    <span
      aria-hidden="true"
      className={`grid size-4 shrink-0 place-items-center rounded-[4px] border ${isChosen ? "border-accent bg-accent text-on-accent" : "border-control bg-surface"}`}
    >
      {isChosen && <Check className="size-3 stroke-[2.5]" />}
    </span>
    <span translate="no" className="min-w-0 flex-1 truncate font-mono text-mono">
      {model.model}
    </span>
    {kindOf(model) === "text" && (
      <span className="text-caption text-ink-3 tabular-nums">
        {formatPrice(model.tokens.input)} · {formatPrice(model.tokens.output)}
      </span>
    )}
  </Cmdk.Item>
);
