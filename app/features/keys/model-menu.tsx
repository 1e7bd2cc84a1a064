import { useQuery } from "@tanstack/react-query";
import { Command as Cmdk } from "cmdk";
import Check from "lucide-react/icons/check";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Command } from "#app/components/ui/command.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { pricesQuery } from "#app/features/pricing/queries.ts";
import { formatPrice } from "#app/lib/format.ts";
import { kindOf } from "#app/lib/model-prices.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { restrictionMessages } from "./messages.ts";

interface ModelMenuProps {
  chosen: readonly string[];
  onToggle: (model: string) => void;
  onClear: () => void;
}

export default function ModelMenu({ chosen, onToggle, onClear, trigger }: ModelMenuProps & OnDemandProps) {
  const [search, setSearch] = useState("");
  const last = chosen.at(-1);
  return (
    <Popover defaultOpen onOpenChange={() => setSearch("")}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Models"
        className="w-96 max-w-[calc(100vw-5rem)] overflow-hidden p-0"
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
      {!data && !isError && (
        <Loading label={restrictionMessages.modelsLoading}>
          <Skeleton className="m-2.5 h-4 w-40" />
        </Loading>
      )}
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
