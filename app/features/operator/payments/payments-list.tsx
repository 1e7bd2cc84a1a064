import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import SearchX from "lucide-react/icons/search-x";
import { DataTable } from "#app/components/data-table.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PAGE_SIZE } from "#app/features/operator/accounts/accounts-view.ts";
import { ListSkeleton, PageControls } from "#app/features/operator/accounts-list-parts.tsx";
import { ChoiceFilter } from "#app/features/operator/choice-filter.tsx";
import { ExportButton } from "#app/features/operator/export-button.tsx";
import { operatorApi } from "#app/features/operator/operator-api.ts";
import { SearchField } from "#app/features/operator/search-field.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { ChangeAddress } from "#app/lib/use-address.ts";
import type { OperatorPaymentsResponse } from "#core/contract/operator-payments.ts";
import { paymentTexts as TEXTS } from "./messages.ts";
import { paymentsQuery } from "./payments-queries.ts";
import { paymentsTable } from "./payments-table.tsx";
import {
  isFiltered,
  NO_FILTERS,
  type PaymentsView,
  PRODUCT_LABELS,
  paymentsParameters,
} from "./payments-view.ts";

interface PaymentsListProps {
  view: PaymentsView;
  onChange: ChangeAddress<PaymentsView>;
}

export const PaymentsList = ({ view, onChange }: PaymentsListProps) => (
  <Card className="mb-6 outline-none max-lg:mb-3" tabIndex={-1}>
    <div className="flex flex-wrap items-center gap-2 px-5 py-3 max-lg:px-4 max-sm:grid">
      <CardTitle className="mr-auto">{TEXTS.list}</CardTitle>
      <SearchField
        label={TEXTS.search}
        value={view.search}
        onSearch={(search) => onChange({ search, page: 1 }, { replace: true })}
        className="w-88 max-sm:w-full"
      />
      <ChoiceFilter
        name="Product"
        any="All products"
        chosen={view.product}
        choices={PRODUCT_LABELS}
        onChoose={(product) => onChange({ product, page: 1 })}
      />
      <ExportButton
        fileName="latchkey-payments.csv"
        fetchFile={() => operatorApi.payments["payments.csv"].$get({ query: paymentsParameters(view) })}
      />
    </div>
    <div className="border-t">
      <Payments view={view} onChange={onChange} />
    </div>
  </Card>
);

function Payments(props: PaymentsListProps) {
  const query = useQuery(paymentsQuery(props.view));
  return (
    <QueryState
      query={query}
      loading={TEXTS.loading}
      skeleton={<ListSkeleton rows={5} />}
      failed={{ title: TEXTS.failed, variant: "list" }}
    >
      {(data) => <LoadedPayments data={data} isPlaceholderData={query.isPlaceholderData} {...props} />}
    </QueryState>
  );
}

interface LoadedPaymentsProps extends PaymentsListProps {
  data: OperatorPaymentsResponse;
  isPlaceholderData: boolean;
}

function LoadedPayments({ data, isPlaceholderData, view, onChange }: LoadedPaymentsProps) {
  if (data.items.length === 0) return <NoPayments view={view} total={data.total} onChange={onChange} />;
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cn("transition-opacity", isPlaceholderData && "opacity-60")}
    >
      <DataTable {...paymentsTable({ view, onChange })} rows={data.items} />
      <PageControls
        {...data}
        count={data.items.length}
        pageSize={PAGE_SIZE}
        busy={isPlaceholderData}
        onPage={(page) => onChange({ page })}
      />
    </div>
  );
}

function NoPayments({ view, total, onChange }: PaymentsListProps & { total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        icon={CreditCard}
        title={TEXTS.pastEnd}
        description={TEXTS.pastEndHint}
        action={<Button onClick={() => onChange({ page: 1 })}>{TEXTS.firstPage}</Button>}
      />
    );
  }
  if (!isFiltered(view))
    return <EmptyState icon={CreditCard} title={TEXTS.none} description={TEXTS.noneHint} />;
  return (
    <EmptyState
      icon={SearchX}
      title={TEXTS.noMatch}
      description={TEXTS.noMatchHint}
      action={<Button onClick={() => onChange(NO_FILTERS)}>{TEXTS.clear}</Button>}
    />
  );
}
