import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { Button } from "#app/components/ui/button.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { ComparisonCard } from "./comparison-card.tsx";
import { PaymentEvents } from "./payment-events.tsx";
import { PaymentStats } from "./payment-stats.tsx";
import { PaymentsList } from "./payments-list.tsx";
import { everyPaymentQuery } from "./payments-queries.ts";
import { parsePaymentsView, paymentTexts, RANGE_LABELS } from "./payments-view.ts";
import { useUrlState } from "./url-state.ts";

const { title, description, range: rangeLabel, refresh } = paymentTexts;

export function PaymentsPage() {
  const { search, change } = useUrlState();
  const view = parsePaymentsView(search);
  return (
    <>
      <PageHeader
        {...{ title, description }}
        actions={
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Select
              aria-label={rangeLabel}
              value={view.range}
              onValueChange={(range) => change({ range: range === "24h" ? null : range })}
              choices={Object.entries(RANGE_LABELS).map(([value, label]) => ({ value, label }))}
            />
            <RefreshButton />
          </div>
        }
      />
      <PaymentStats range={view.range} />
      <PaymentEvents
        events={view.events}
        onChoose={(events) => change({ events: events === "all" ? events : null })}
      />
      <PaymentsList view={view} onChange={change} />
      <ComparisonCard />
    </>
  );
}

function RefreshButton() {
  const queryClient = useQueryClient();
  const busy = useIsFetching(everyPaymentQuery) > 0;
  return (
    <Button busy={busy} onClick={() => queryClient.invalidateQueries(everyPaymentQuery)}>
      {!busy && <RefreshCw aria-hidden="true" />}
      {refresh}
    </Button>
  );
}
