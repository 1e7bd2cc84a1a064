import { useInfiniteQuery } from "@tanstack/react-query";
import ScrollText from "lucide-react/icons/scroll-text";
import SearchX from "lucide-react/icons/search-x";
import X from "lucide-react/icons/x";
import { PagedTable } from "#app/components/paged-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { AUDIT } from "#app/features/operator/audit-list.tsx";
import { ChoiceFilter } from "#app/features/operator/choice-filter.tsx";
import { ExportButton } from "#app/features/operator/export-button.tsx";
import { FilterBar } from "#app/features/operator/filter-bar.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorApi } from "#app/features/operator/operator-api.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { type ChangeAddress, useAddress } from "#app/lib/use-address.ts";
import { readerZoneName } from "#app/lib/wall-clock.ts";
import { OPERATOR_ACTION_LABELS } from "#core/domain/operator.ts";
import { auditQuery } from "./audit-queries.ts";
import {
  type AuditFilter,
  auditAddress,
  auditParameters,
  DAYS_LABELS,
  isFiltered,
  NO_FILTERS,
} from "./audit-view.ts";

const { title, description, ...TEXTS } = operatorMessages.audit;

export const meta = operatorMeta(operatorMessages.audit.title);

export default function AuditPage() {
  const [filter, change] = useAddress(auditAddress);
  const query = useInfiniteQuery(auditQuery(filter));
  const operators = query.data?.pages[0]?.operators ?? [];
  const filtered = isFiltered(filter);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <ExportButton
            fileName="latchkey-audit.csv"
            fetchFile={() => operatorApi["audit.csv"].$get({ query: auditParameters(filter) })}
            className="max-sm:w-full"
          />
        }
      />
      <Card>
        <CardTitle className="sr-only">{TEXTS.list}</CardTitle>
        <AuditFilters filter={filter} operators={operators} onChange={change} />
        <div className="border-t">
          <PagedTable
            query={query}
            failed={TEXTS.failed}
            loading={TEXTS.loading}
            table={AUDIT}
            empty={{
              icon: filtered ? SearchX : ScrollText,
              title: filtered ? TEXTS.noMatch : TEXTS.none,
              description: filtered ? TEXTS.noMatchHint : TEXTS.noneHint,
              action: filtered && <Button onClick={() => change(NO_FILTERS)}>{TEXTS.clear}</Button>,
            }}
            hint={`${TEXTS.order} · ${readerZoneName(Date.now())}`}
          />
        </div>
      </Card>
    </>
  );
}

interface AuditFiltersProps {
  filter: AuditFilter;
  operators: readonly string[];
  onChange: ChangeAddress<AuditFilter>;
}

function AuditFilters({ filter, operators, onChange }: AuditFiltersProps) {
  const { by, account } = filter;
  // A chosen name stays in the list while it has no entries.
  const names = [...new Set([...operators, ...(by === null ? [] : [by])])];
  return (
    <FilterBar
      label={TEXTS.search}
      search={filter.search}
      onSearch={(search) => onChange({ search }, { replace: true })}
      className="w-80"
    >
      <ChoiceFilter
        name="By"
        any="Anyone"
        chosen={by}
        choices={Object.fromEntries(names.map((name) => [name, name]))}
        onChoose={(name) => onChange({ by: name })}
      />
      <ChoiceFilter
        name="Action"
        any="Any action"
        chosen={filter.action}
        choices={OPERATOR_ACTION_LABELS}
        onChoose={(action) => onChange({ action })}
      />
      <ChoiceFilter
        name="Time"
        any="Any time"
        chosen={filter.days}
        choices={DAYS_LABELS}
        onChoose={(days) => onChange({ days })}
      />
      {account !== null && (
        <Button
          onClick={() => onChange({ account: null })}
          aria-label={`Account ${account}: show every account`}
        >
          Account {account}
          <X className="size-3.5 text-ink-3" aria-hidden="true" />
        </Button>
      )}
    </FilterBar>
  );
}
