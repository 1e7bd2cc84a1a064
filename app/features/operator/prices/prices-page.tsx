import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Tags from "lucide-react/icons/tags";
import { useState } from "react";
import { DownloadButton } from "#app/components/download-button.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { LeaveGuard } from "#app/features/billing/save-bar.tsx";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { priceListsQuery } from "#app/features/operator/queries.ts";
import { saveFile } from "#app/lib/save-file.ts";
import type { OperatorPriceList } from "#core/contract/operator-prices.ts";
import { priceMessages as messages } from "./messages.ts";
import { PriceHistory } from "./price-history.tsx";
import { PriceListCards, PricesSkeleton } from "./price-list-cards.tsx";
import { DRAFT, PriceListPanel, type Shown } from "./price-list-panel.tsx";
import { DraftPreview, PublishedPreview } from "./price-preview.tsx";
import { priceListCsv } from "./price-view.ts";
import { usePriceDraft } from "./use-price-draft.ts";

export const meta = operatorMeta(messages.title);

export default function PricesPage() {
  const query = useQuery(priceListsQuery);
  return (
    <>
      {!query.data && <PageHeader title={messages.title} description={messages.description} />}
      <QueryState
        query={query}
        loading={messages.loading}
        skeleton={<PricesSkeleton />}
        failed={{ title: messages.failed, variant: "page" }}
      >
        {({ items }) => <Prices lists={items} />}
      </QueryState>
    </>
  );
}

function Prices({ lists }: { lists: OperatorPriceList[] }) {
  const state = usePriceDraft();
  const inForce = lists.find((list) => list.state === "in_force") ?? null;
  // The next one to begin.
  const scheduled = lists.findLast((list) => list.state === "scheduled") ?? null;
  const [chosen, setChosen] = useState<Shown | null>(null);
  const published = [scheduled, inForce].filter((list) => list !== null);
  const shown = published.find(({ id }) => id === chosen) ?? published[0] ?? null;
  const isDraftShown = state.draft !== null && (chosen === DRAFT || chosen === null);
  const entries = (isDraftShown ? state.draft?.models : shown?.models) ?? [];

  function startFrom(list: OperatorPriceList | null, model?: string) {
    state.start(list, model);
    setChosen(DRAFT);
  }
  const name = isDraftShown ? "draft" : String(shown?.id ?? "none");
  const actions = (
    <>
      <DownloadButton
        busy={false}
        className="max-sm:min-w-0 max-sm:flex-1"
        onClick={() =>
          saveFile(new Blob([priceListCsv(entries)], { type: "text/csv" }), `latchkey-prices-${name}.csv`)
        }
      />
      <Button
        aria-disabled={state.draft !== null || undefined}
        onClick={() => startFrom(inForce)}
        className="max-sm:flex-1"
      >
        <Plus aria-hidden="true" />
        {messages.newList}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={messages.title} description={messages.description} actions={actions} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {lists.length === 0 && state.draft === null ? (
          <Card>
            <CardTitle className="sr-only">{messages.lists}</CardTitle>
            <EmptyState icon={Tags} title={messages.none} description={messages.noneHint} />
          </Card>
        ) : (
          <>
            <PriceListCards inForce={inForce} scheduled={scheduled} />
            <PriceListPanel
              state={state}
              published={published}
              shown={isDraftShown ? null : shown}
              inForce={inForce}
              onShow={setChosen}
              onEdit={startFrom}
            />
            {isDraftShown ? (
              <DraftPreview state={state} inForce={inForce} />
            ) : (
              shown?.state === "scheduled" && <PublishedPreview list={shown} inForce={inForce} />
            )}
          </>
        )}
        {lists.length > 0 && <PriceHistory lists={lists} />}
      </div>
      <LeaveGuard unsaved={state.isUnsaved} discard={state.discard} description={messages.leave} />
    </>
  );
}
