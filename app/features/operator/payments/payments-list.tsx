import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { ChoiceFilter } from "#app/features/operator/choice-filter.tsx";
import { ExportButton } from "#app/features/operator/export-button.tsx";
import { NumberedList } from "#app/features/operator/numbered-list.tsx";
import { operatorApi } from "#app/features/operator/operator-api.ts";
import { SearchField } from "#app/features/operator/search-field.tsx";
import type { ChangeAddress } from "#app/lib/use-address.ts";
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

const SKELETON_ROWS = 5;

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
      <NumberedList
        query={useQuery(paymentsQuery(view))}
        table={paymentsTable({ view, onChange })}
        rows={SKELETON_ROWS}
        icon={CreditCard}
        texts={TEXTS}
        isFiltered={isFiltered(view)}
        onPage={(page) => onChange({ page })}
        onClear={() => onChange(NO_FILTERS)}
      />
    </div>
  </Card>
);
