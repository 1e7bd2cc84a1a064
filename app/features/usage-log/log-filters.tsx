import { useQuery } from "@tanstack/react-query";
import { Select } from "#app/components/ui/select.tsx";
import { keyLabelsQuery } from "#app/features/keys/queries.ts";
import { UNKNOWN_KEY } from "#app/lib/keys/key-labels.ts";
import type { FilterChanges, UsageFilter } from "#app/lib/usage-params.ts";
import { modelNames } from "#core/domain/usage.ts";
import { LogSearch } from "./log-search.tsx";
import { type Choice, type ModelChoice, modelList, STATUS_CHOICES, withChosen } from "./log-view.ts";
import { ModelChips, ModelFilter } from "./model-filter.tsx";

const ALL = "all";

interface LogFiltersProps {
  filter: UsageFilter;
  status: string | undefined;
  endpoints: readonly string[];
  models: readonly ModelChoice[];
  onFind: (requestId: string) => void;
  onFilter: (changes: FilterChanges) => void;
  onStatus: (status: string | null) => void;
}

export function LogFilters({ filter, status, onFind, onFilter, onStatus, ...choices }: LogFiltersProps) {
  const { data: labels } = useQuery(keyLabelsQuery);
  const keyChoices = [...(labels ?? [])].map(([value, label]) => ({ value, label }));
  const models = {
    chosen: modelNames(filter.model ?? ""),
    choices: choices.models,
    onChoose: (names: readonly string[]) => onFilter({ model: modelList(names) }),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1.6fr)_repeat(4,minmax(0,1fr))] gap-2.5 border-t px-5 py-3 max-lg:grid-cols-2 max-lg:px-4">
      <LogSearch onFind={onFind} className="max-lg:col-span-2" />
      <Filter
        name="Key"
        all="All keys"
        chosen={filter.keyId}
        choices={keyChoices}
        unknown={labels ? UNKNOWN_KEY : "…"}
        onChoose={(keyId) => onFilter({ keyId })}
      />
      <Filter
        name="Endpoint"
        all="All endpoints"
        chosen={filter.endpoint}
        choices={choices.endpoints.map((value) => ({ value, label: value }))}
        onChoose={(endpoint) => onFilter({ endpoint })}
      />
      <ModelFilter {...models} />
      <Filter name="Status" all="All statuses" chosen={status} choices={STATUS_CHOICES} onChoose={onStatus} />
      <ModelChips {...models} />
    </div>
  );
}

interface FilterProps {
  name: string;
  all: string;
  chosen: string | undefined;
  choices: readonly Choice[];
  /** Label of a chosen value that is not among the choices. */
  unknown?: string;
  /** Null for all. */
  onChoose: (value: string | null) => void;
}

function Filter({ name, all, chosen, choices, unknown, onChoose }: FilterProps) {
  return (
    <Select
      value={chosen ?? ALL}
      onValueChange={(value) => onChoose(value === ALL ? null : value)}
      choices={[{ value: ALL, label: all }, ...withChosen(choices, chosen, unknown)]}
      aria-label={name}
      className="w-full min-w-0 [&>span]:truncate"
      listClassName="max-w-[min(24rem,calc(100vw-1rem))]"
    />
  );
}
