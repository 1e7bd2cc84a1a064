import { Select } from "#app/components/ui/select.tsx";
import { useApiKeys } from "#app/features/keys/use-api-keys.ts";
import { keyLabels, UNKNOWN_KEY } from "#app/features/usage/key-labels.ts";
import type { UsageFilter } from "#app/features/usage/usage-filter.ts";
import { type Choice, STATUS_CHOICES, withChosen } from "./log-choices.ts";

const ALL = "all";

interface LogFiltersProps {
  filter: UsageFilter;
  status: string | undefined;
  /** The endpoints of the window. */
  endpoints: readonly string[];
  onFilter: (changes: { keyId?: string | null; endpoint?: string | null }) => void;
  onStatus: (status: string | null) => void;
}

export function LogFilters({ filter, status, endpoints, onFilter, onStatus }: LogFiltersProps) {
  const { data: keys } = useApiKeys();
  const keyChoices = [...keyLabels(keys ?? [])].map(([value, label]) => ({ value, label }));
  return (
    <div className="grid grid-cols-3 gap-3 border-t px-5 py-3 max-lg:px-4 max-sm:grid-cols-1 max-sm:gap-2">
      <Filter
        name="Key"
        all="All keys"
        chosen={filter.keyId}
        choices={withChosen(keyChoices, filter.keyId, keys ? UNKNOWN_KEY : "…")}
        onChoose={(keyId) => onFilter({ keyId })}
      />
      <Filter
        name="Endpoint"
        all="All endpoints"
        chosen={filter.endpoint}
        choices={withChosen(
          endpoints.map((value) => ({ value, label: value })),
          filter.endpoint,
        )}
        onChoose={(endpoint) => onFilter({ endpoint })}
      />
      <Filter
        name="Status"
        all="All statuses"
        chosen={status}
        choices={withChosen(STATUS_CHOICES, status)}
        onChoose={onStatus}
      />
    </div>
  );
}

interface FilterProps {
  name: string;
  all: string;
  chosen: string | undefined;
  choices: readonly Choice[];
  /** Null is all. */
  onChoose: (value: string | null) => void;
}

function Filter({ name, all, chosen, choices, onChoose }: FilterProps) {
  return (
    <Select
      value={chosen ?? ALL}
      onValueChange={(value) => onChoose(value === ALL ? null : value)}
      choices={[{ value: ALL, label: all }, ...choices]}
      aria-label={name}
      className="w-full min-w-0 [&>span]:truncate"
      listClassName="max-w-[min(24rem,calc(100vw-1rem))]"
    />
  );
}
