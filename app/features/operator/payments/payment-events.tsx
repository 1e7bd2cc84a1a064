import { useInfiniteQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import Webhook from "lucide-react/icons/webhook";
import { PagedTable } from "#app/components/paged-panel.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { Tabs, TabsContent, TabsList } from "#app/components/ui/tabs.tsx";
import { CountedTab } from "#app/features/operator/counted-tab.tsx";
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
          <CountedTab value="failing" label="Failing" count={counts?.failing} alarming />
          <CountedTab value="all" label="Stripe events" count={counts?.all} />
        </TabsList>
        <TabsContent value={events} className="rounded-none">
          <PagedTable
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
          />
        </TabsContent>
      </Tabs>
    </Card>
  );
}
