import { useInfiniteQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import Webhook from "lucide-react/icons/webhook";
import { DataTable } from "#app/components/data-table.tsx";
import { PagedPanel } from "#app/components/paged-panel.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber } from "#app/lib/format.ts";
import { readerZoneName } from "#app/lib/wall-clock.ts";
import { paymentTexts as TEXTS } from "./messages.ts";
import { EVENTS } from "./payment-events-list.tsx";
import { paymentEventsQuery } from "./payments-queries.ts";
import type { PaymentsView } from "./payments-view.ts";

interface PaymentEventsProps {
  events: PaymentsView["events"];
  onChoose: (events: PaymentsView["events"]) => void;
}

/** What reached the webhook in the last month. */
export function PaymentEvents({ events, onChoose }: PaymentEventsProps) {
  const query = useInfiniteQuery(paymentEventsQuery(events));
  const counts = query.data?.pages[0]?.counts;
  const failing = events === "failing";
  return (
    <Card className="mb-6 pt-1.5 outline-none max-lg:mb-3" tabIndex={-1}>
      <CardTitle className="sr-only">{TEXTS.events}</CardTitle>
      <Tabs value={events} onValueChange={(chosen) => onChoose(chosen === "all" ? "all" : "failing")}>
        <TabsList aria-label={TEXTS.events} className="px-5 max-lg:px-4">
          <Tab value="failing" label="Failing" count={counts?.failing} alarming />
          <Tab value="all" label="Stripe events" count={counts?.all} />
        </TabsList>
        <TabsContent
          value={events}
          aria-busy={query.isPlaceholderData}
          className={cn("rounded-none transition-opacity", query.isPlaceholderData && "opacity-60")}
        >
          <PagedPanel
            query={query}
            failed={TEXTS.eventsFailed}
            loading={TEXTS.eventsLoading}
            table={EVENTS}
            empty={{
              icon: failing ? CircleCheck : Webhook,
              title: failing ? TEXTS.noneFailing : TEXTS.noEvents,
              description: failing ? TEXTS.noneFailingHint : TEXTS.noEventsHint,
            }}
            hint={`Times in ${readerZoneName(Date.now())}`}
          >
            {(items) => <DataTable {...EVENTS} rows={items} />}
          </PagedPanel>
        </TabsContent>
      </Tabs>
    </Card>
  );
}

interface TabProps {
  value: string;
  label: string;
  count: number | undefined;
  alarming?: boolean;
}

const Tab = ({ value, label, count, alarming = false }: TabProps) => (
  <TabsTrigger value={value} className="whitespace-nowrap">
    {label}{" "}
    <span
      className={cn(
        "min-w-5 rounded-tag bg-fill px-1.5 text-center text-micro leading-[1.125rem] text-ink-2 tabular-nums",
        alarming && count !== undefined && count > 0 && "bg-danger-soft text-danger-ink",
      )}
    >
      {count === undefined ? "–" : formatNumber(count)}
    </span>
  </TabsTrigger>
);
