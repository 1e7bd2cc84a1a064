import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatPrice } from "#app/lib/format.ts";
import type { Column } from "./conversation.ts";
import { playgroundMessages } from "./messages.ts";
import { usePlayground } from "./playground-context.ts";
import type { Catalog } from "./use-models.ts";

interface ModelPickerProps {
  column: Column;
  /** Of `useModels`. */
  catalog: Catalog;
}

const loadList = () => import("./model-list.tsx");

/** The chosen model with its prices; opens the list of models. */
export function ModelPicker({ column, catalog: { query, models, chosen: pair } }: ModelPickerProps) {
  const playground = usePlayground();
  const chosen = pair?.[column];
  if (query.isError && !models)
    return <Failed onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!models) {
    return (
      <Loading label={playgroundMessages.modelsLoading}>
        <Skeleton className="h-9 max-w-96 min-w-0 flex-1 max-lg:h-10" />
      </Loading>
    );
  }
  if (!chosen)
    return (
      <p className="flex h-9 items-center text-small text-ink-2 max-lg:h-10">{playgroundMessages.noModels}</p>
    );
  const button = (
    <button
      type="button"
      className="flex h-9 max-w-96 min-w-0 flex-1 items-center gap-2.5 rounded-control border border-edge bg-surface px-3 text-small font-medium shadow-card transition-colors hover:bg-fill max-lg:h-10"
    >
      <span className="sr-only">Model: </span>
      <span translate="no" className="truncate">
        {chosen.model}
      </span>
      <span className="truncate text-caption font-normal text-ink-3 tabular-nums">
        {formatPrice(chosen.tokens.input)} in · {formatPrice(chosen.tokens.output)} out
      </span>
      <ChevronsUpDown className="ml-auto size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
    </button>
  );
  const onChoose = (model: string) => playground.chooseModel(column, model);
  return <OnDemand load={loadList} popup="listbox" trigger={button} props={{ models, chosen, onChoose }} />;
}

const Failed = ({ onRetry, busy }: { onRetry: () => void; busy: boolean }) => (
  <p
    role="alert"
    className="flex h-9 min-w-0 flex-1 items-center gap-3 text-small text-danger-ink max-lg:h-10"
  >
    <span className="truncate">{playgroundMessages.modelsFailed}</span>
    <Button size="sm" busy={busy} onClick={onRetry}>
      Retry
    </Button>
  </p>
);
