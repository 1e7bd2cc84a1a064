import { Link } from "@remix-run/react";
import { Command as Cmdk } from "cmdk";
import Check from "lucide-react/icons/check";
import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Command } from "#app/components/ui/command.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { formatCompact, formatCount, formatNumber, formatPrice } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { playgroundMessages } from "./messages.ts";
import { usePlaygroundKey } from "./use-models.ts";

interface ModelListProps {
  models: readonly ModelPrices[];
  chosen: ModelPrices;
  onChoose: (model: string) => void;
}

export default function ModelList({ models, chosen, onChoose, trigger }: ModelListProps & OnDemandProps) {
  const [open, setOpen] = useState(true);
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = models.filter(({ model }) => words.every((word) => model.toLowerCase().includes(word)));
  const change = (isOpen: boolean) => {
    setOpen(isOpen);
    setSearch("");
  };
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label="Models"
        className="w-[28rem] max-w-[calc(100vw-2.5rem)] overflow-hidden p-0 max-sm:w-(--radix-popover-trigger-width)"
      >
        <Command label="Models" defaultValue={chosen.model}>
          <div className="flex h-11 items-center gap-2.5 border-b px-4">
            <Search className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
            <Cmdk.Input
              value={search}
              onValueChange={setSearch}
              placeholder="Find a model"
              className="h-full min-w-0 flex-1 bg-transparent text-small outline-none placeholder:text-ink-3 max-lg:text-lead"
            />
            <output className="text-caption text-ink-3">{formatCount(found.length, "model")}</output>
          </div>
          <p className="flex gap-3 px-4 pt-2 pb-0.5 text-micro text-ink-3" aria-hidden="true">
            <span className="flex-1">Price per million tokens</span>
            <span className="w-16 text-right">Input</span>
            <span className="w-16 text-right">Output</span>
            <span className="size-4" />
          </p>
          <Cmdk.List className="max-h-[min(20rem,45dvh)] overflow-y-auto overscroll-contain p-1.5 pt-0">
            {found.length === 0 && (
              <p className="px-2.5 py-6 text-center text-small text-ink-2">No model has this name.</p>
            )}
            {found.map((model) => (
              <ModelOption
                key={model.model}
                model={model}
                chosen={model === chosen}
                onChoose={() => {
                  onChoose(model.model);
                  change(false);
                }}
              />
            ))}
          </Cmdk.List>
        </Command>
        <p className="flex items-center justify-between border-t px-4 py-2.5 text-caption text-ink-3">
          Chat models only
          <Button variant="link" size="sm" className="text-caption" asChild>
            <Link to={paths.pricing}>Models & pricing</Link>
          </Button>
        </p>
      </PopoverContent>
    </Popover>
  );
}

interface ModelOptionProps {
  model: ModelPrices;
  chosen: boolean;
  onChoose: () => void;
}

function ModelOption({ model, chosen, onChoose }: ModelOptionProps) {
  const { key } = usePlaygroundKey();
  const refused = key ? key.allowed_models.length > 0 && !key.allowed_models.includes(model.model) : false;
  return (
    <Cmdk.Item
      value={model.model}
      disabled={refused}
      onSelect={onChoose}
      className="flex min-h-11 cursor-default items-center gap-3 rounded-item px-2.5 py-1.5 text-small data-[selected=true]:bg-hover aria-disabled:opacity-60"
    >
      <span className="min-w-0 flex-1">
        <span translate="no" className={`block truncate font-mono text-mono ${chosen ? "font-medium" : ""}`}>
          {model.model}
        </span>
        <span className="block truncate text-caption text-ink-3 max-sm:whitespace-normal">
          {refused ? playgroundMessages.refusedModel : factsOf(model)}
        </span>
      </span>
      <span className="w-16 text-right tabular-nums">{formatPrice(model.tokens.input)}</span>
      <span className="w-16 text-right tabular-nums">{formatPrice(model.tokens.output)}</span>
      {chosen ? (
        <Check className="size-4 shrink-0 text-ink-3" aria-label="Chosen" />
      ) : (
        <span className="size-4 shrink-0" />
      )}
    </Cmdk.Item>
  );
}

/** `128k context · 16,384 output` */
const factsOf = ({ context, max_output, reasoning }: ModelPrices) =>
  [`${formatCompact(context)} context`, `${formatNumber(max_output)} output`, reasoning && "reasoning"]
    .filter(Boolean)
    .join(" · ");
