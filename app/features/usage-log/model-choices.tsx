import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { formatNumber } from "#app/lib/format.ts";
import { MODELS_MOST } from "#core/domain/usage.ts";
import type { ModelFilterProps } from "./log-view.ts";
import { usageLogMessages } from "./messages.ts";

/** Stays open while several models are chosen; the log follows each choice. */
export default function ModelChoices({
  chosen,
  choices,
  onChoose,
  trigger,
  byKeyboard,
}: ModelFilterProps & OnDemandProps) {
  const change = (model: string, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, model] : chosen.filter((name) => name !== model));
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        byKeyboard={byKeyboard}
        className="max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(24rem,calc(100vw-1rem))] min-w-(--radix-dropdown-menu-trigger-width) overflow-y-auto"
      >
        <DropdownMenuItem onSelect={() => onChoose([])}>{usageLogMessages.allModels}</DropdownMenuItem>
        {choices.length > 0 && <DropdownMenuSeparator />}
        {choices.map(({ model, requests }) => (
          <DropdownMenuCheckboxItem
            key={model}
            checked={chosen.includes(model)}
            disabled={chosen.length >= MODELS_MOST && !chosen.includes(model)}
            onCheckedChange={(isChosen) => change(model, isChosen)}
            onSelect={(event) => event.preventDefault()}
          >
            <span translate="no" className="min-w-0 truncate font-mono text-mono">
              {model}
            </span>
            {requests !== null && (
              <span className="ml-auto pl-4 text-ink-3 tabular-nums">{formatNumber(requests)}</span>
            )}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
