import { useQuery } from "@tanstack/react-query";
import Users from "lucide-react/icons/users";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList } from "#app/components/ui/tabs.tsx";
import { CountedTab } from "#app/features/operator/counted-tab.tsx";
import { ExportButton } from "#app/features/operator/export-button.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { NumberedList, PAGE_SIZE } from "#app/features/operator/numbered-list.tsx";
import { operatorApi } from "#app/features/operator/operator-api.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { choicesOf, oneOf } from "#app/lib/address.ts";
import { type ChangeAddress, useAddress } from "#app/lib/use-address.ts";
import type { OperatorAccountsResponse } from "#core/contract/operator.ts";
import { AccountsFilters } from "./accounts-filters.tsx";
import { accountsQuery } from "./accounts-queries.ts";
import { accountsTable } from "./accounts-table.tsx";
import {
  type AccountsView,
  accountsAddress,
  accountsParameters,
  isFiltered,
  NO_FILTERS,
  sortingAfter,
  VIEW_LABELS,
} from "./accounts-view.ts";

const { title, description, ...TEXTS } = operatorMessages.accounts;

export const meta = operatorMeta(operatorMessages.accounts.title);

export default function AccountsPage() {
  const [view, change] = useAddress(accountsAddress);
  const query = useQuery(accountsQuery(view));
  const { page: _, ...filters } = accountsParameters(view);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <ExportButton
            fileName="latchkey-accounts.csv"
            fetchFile={() => operatorApi["accounts.csv"].$get({ query: filters })}
            className="max-sm:w-full"
          />
        }
      />
      <Card className="pt-1.5">
        <CardTitle className="sr-only">{TEXTS.list}</CardTitle>
        <Tabs
          value={view.view}
          onValueChange={(next) => change({ view: oneOf(choicesOf(VIEW_LABELS), next) ?? "all", page: 1 })}
        >
          <ViewTabs counts={query.data?.counts} />
          <AccountsFilters view={view} total={query.data?.total} onChange={change} />
          <TabsContent value={view.view} className="rounded-none border-t">
            <AccountsList view={view} query={query} onChange={change} />
          </TabsContent>
        </Tabs>
      </Card>
    </>
  );
}

function ViewTabs({ counts }: { counts: OperatorAccountsResponse["counts"] | undefined }) {
  return (
    <div className="overflow-x-auto border-b [scrollbar-width:none]">
      <TabsList aria-label="Accounts by state" className="w-max border-b-0 px-5 max-lg:px-4">
        {choicesOf(VIEW_LABELS).map((view) => (
          <CountedTab
            key={view}
            value={view}
            label={VIEW_LABELS[view]}
            count={counts?.[view]}
            alarming={view === "negative"}
            className="mb-0"
          />
        ))}
      </TabsList>
    </div>
  );
}

interface AccountsListProps {
  view: AccountsView;
  query: ReturnType<typeof useQuery<OperatorAccountsResponse>>;
  onChange: ChangeAddress<AccountsView>;
}

const AccountsList = ({ view, query, onChange }: AccountsListProps) => (
  <NumberedList
    query={query}
    table={accountsTable({
      sorting: view,
      onSort: (column) => onChange({ ...sortingAfter(view, column), page: 1 }),
    })}
    rows={PAGE_SIZE}
    icon={Users}
    texts={TEXTS}
    isFiltered={isFiltered(view)}
    onPage={(page) => onChange({ page }, { toTop: true })}
    onClear={() => onChange(NO_FILTERS)}
  />
);
