import { Select } from "#app/components/ui/select.tsx";
import { ChoiceFilter } from "#app/features/operator/choice-filter.tsx";
import { FilterBar } from "#app/features/operator/filter-bar.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { PLAN_LABELS, STATUS_LABELS } from "#app/features/operator/texts.ts";
import { choicesOf, oneOf } from "#app/lib/address.ts";
import { formatCount } from "#app/lib/format.ts";
import type { ChangeAddress } from "#app/lib/use-address.ts";
import { ACTIVE_LABELS, type AccountsView, SORT_LABELS } from "./accounts-view.ts";

const SORT_CHOICES = Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }));

interface AccountsFiltersProps {
  view: AccountsView;
  total: number | undefined;
  onChange: ChangeAddress<AccountsView>;
}

/** A list has no column headings, so its order is chosen here. */
export function AccountsFilters({ view, total, onChange }: AccountsFiltersProps) {
  return (
    <FilterBar
      label={operatorMessages.accounts.search}
      search={view.search}
      onSearch={(search) => onChange({ search, page: 1 }, { replace: true })}
      className="w-72"
    >
      <ChoiceFilter
        name="Plan"
        any="Any plan"
        chosen={view.plan}
        choices={PLAN_LABELS}
        onChoose={(plan) => onChange({ plan, page: 1 })}
      />
      <ChoiceFilter
        name="Status"
        any="Any status"
        chosen={view.status}
        choices={STATUS_LABELS}
        onChoose={(status) => onChange({ status, page: 1 })}
      />
      <ChoiceFilter
        name="Last active"
        any="Active any time"
        chosen={view.active}
        choices={ACTIVE_LABELS}
        onChoose={(active) => onChange({ active, page: 1 })}
      />
      <Select
        aria-label="Sort by"
        value={view.sort}
        choices={SORT_CHOICES}
        onValueChange={(value) => {
          const sort = oneOf(choicesOf(SORT_LABELS), value);
          if (sort) onChange({ sort, direction: "desc", page: 1 });
        }}
        className="min-[75rem]:hidden"
      />
      <p className="ml-auto min-h-4 text-caption text-ink-3 tabular-nums max-sm:sr-only">
        {total !== undefined && formatCount(total, "account")}
      </p>
    </FilterBar>
  );
}
