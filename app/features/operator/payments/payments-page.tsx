import { useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Loading } from "#app/components/ui/skeleton.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { everyPaymentQuery } from "#app/features/operator/queries.ts";
import { RANGE_LABELS, rangeParameter } from "#app/features/operator/texts.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { ComparisonCard } from "./comparison-card.tsx";
import { paymentTexts } from "./messages.ts";
import { PaymentEvents } from "./payment-events.tsx";
import { EVENTS } from "./payment-events-list.tsx";
import { PaymentStats, StatsSkeleton } from "./payment-stats.tsx";
import { PaymentsList } from "./payments-list.tsx";
import {
  comparisonQuery,
  paymentEventsQuery,
  paymentSummaryQuery,
  paymentsQuery,
} from "./payments-queries.ts";
import { paymentsTable } from "./payments-table.tsx";
import { type PaymentsView, paymentsAddress } from "./payments-view.ts";

const SKELETON_ROWS = 6;
const { title, description } = paymentTexts;
const { range: rangeLabel, refresh } = operatorMessages;

export const meta = operatorMeta(paymentTexts.title);

export default function PaymentsPage() {
  const [view, change] = useAddress(paymentsAddress);
  const isFirstLoad = useIsFirstLoad(view);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Select
              aria-label={rangeLabel}
              value={view.range}
              onValueChange={(range) => change({ range: rangeParameter.parse(range) })}
              choices={Object.entries(RANGE_LABELS).map(([value, label]) => ({ value, label }))}
            />
            <RefreshButton />
          </div>
        }
      />
      {isFirstLoad ? (
        <PaymentsSkeleton view={view} onChange={change} />
      ) : (
        <>
          <PaymentStats range={view.range} />
          <PaymentEvents events={view.events} onChoose={(events) => change({ events })} />
          <PaymentsList view={view} onChange={change} />
          <ComparisonCard />
        </>
      )}
    </>
  );
}

/** Shown as a whole, because lists of unknown height would push the cards below them. */
function useIsFirstLoad(view: PaymentsView): boolean {
  const parts = [
    useQuery(paymentSummaryQuery(view.range)),
    useInfiniteQuery(paymentEventsQuery(view.events)),
    useQuery(paymentsQuery(view)),
    useQuery(comparisonQuery),
  ];
  const [isFirst, setIsFirst] = useState(true);
  // Only once: a part that failed is pending again when its card mounts and tries anew.
  if (isFirst && !parts.some(({ isPending }) => isPending)) setIsFirst(false);
  return isFirst;
}

type PaymentsSkeletonProps = Parameters<typeof paymentsTable>[0];

const PaymentsSkeleton = (order: PaymentsSkeletonProps) => (
  <Loading label={paymentTexts.loading}>
    <div className="mb-6 max-lg:mb-3">
      <StatsSkeleton />
    </div>
    <Card className="mb-6 overflow-hidden max-lg:mb-3">
      <TableSkeleton footed table={EVENTS} rows={SKELETON_ROWS} />
    </Card>
    <Card className="overflow-hidden">
      <TableSkeleton footed table={paymentsTable(order)} rows={SKELETON_ROWS} />
    </Card>
  </Loading>
);

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
