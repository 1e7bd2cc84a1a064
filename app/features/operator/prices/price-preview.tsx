import { useQuery } from "@tanstack/react-query";
import Eye from "lucide-react/icons/eye";
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ReactNode } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { pricePreviewQuery } from "#app/features/operator/queries.ts";
import { failureMessage } from "#app/lib/api-error.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatCount, formatDate, formatSum, formatTime } from "#app/lib/format.ts";
import type { OperatorPriceList, PricePreviewResponse } from "#core/contract/operator-prices.ts";
import { priceMessages as messages } from "./messages.ts";
import { PriceChecks } from "./price-checks.tsx";
import { PreviewTable } from "./price-preview-table.tsx";
import { changeText } from "./price-view.ts";
import { PublishPricesDialog } from "./publish-prices-dialog.tsx";
import type { PriceDraftState } from "./use-price-draft.ts";

const GRID = "grid grid-cols-[minmax(0,1fr)_18rem] items-start gap-6 max-xl:grid-cols-[minmax(0,1fr)]";

interface PublishedPreviewProps {
  list: OperatorPriceList;
  inForce: OperatorPriceList | null;
}

/** Of a scheduled list. */
export function PublishedPreview({ list, inForce }: PublishedPreviewProps) {
  const query = useQuery(pricePreviewQuery(list));
  return (
    <div className={GRID}>
      <PreviewCard title={`List ${list.id}`} preview={query.data}>
        <QueryState
          query={query}
          loading="Loading preview"
          skeleton={
            <div className="h-72 p-5">
              <Skeleton className="h-8 w-64 max-w-full" />
            </div>
          }
          failed={messages.previewFailed}
        >
          {() => null}
        </QueryState>
      </PreviewCard>
      <PriceChecks models={list.models} before={inForce?.models ?? []} preview={query.data} />
    </div>
  );
}

interface DraftPreviewProps {
  state: PriceDraftState;
  inForce: OperatorPriceList | null;
}

/** Run by hand, for each state of the draft. */
export function DraftPreview({ state, inForce }: DraftPreviewProps) {
  const { draft, open, preview, isPreviewed, discard } = state;
  if (draft === null) return null;
  const { data, error, isPending } = preview;
  const blocked = open !== null || draft.models.length === 0;
  const run = () => preview.mutate(draft.models);
  const button = (
    <Button busy={isPending} aria-disabled={blocked || undefined} onClick={run}>
      {!isPending && <RefreshCw aria-hidden="true" />}
      {data ? "Run again" : "Run preview"}
    </Button>
  );
  const missing = open !== null ? messages.openRow : isPreviewed ? null : messages.needsPreview;
  return (
    <div className={GRID}>
      <PreviewCard
        title="The draft"
        preview={data}
        isStale={data !== undefined && !isPreviewed}
        action={data && button}
      >
        {error && (
          <div className="px-5 pt-4 max-lg:px-4">
            <Alert tone="danger">{failureMessage(error, messages.previewFailed)}</Alert>
          </div>
        )}
        {!data && (
          <EmptyState
            icon={Eye}
            title="Not previewed yet"
            description={messages.previewHint}
            action={button}
            className="py-10"
          />
        )}
      </PreviewCard>
      <PriceChecks
        models={draft.models}
        before={inForce?.models ?? []}
        preview={isPreviewed ? data : undefined}
      >
        <div className="grid gap-2 border-t p-5 max-lg:p-4">
          <PublishPricesDialog
            draft={draft}
            blocked={missing !== null}
            preview={isPreviewed ? data : undefined}
            onPublished={discard}
          />
          <Button variant="ghost" onClick={discard}>
            Discard draft
          </Button>
          <p role="status" className="min-h-8 text-caption text-ink-3">
            {missing}
          </p>
        </div>
      </PriceChecks>
    </div>
  );
}

interface PreviewCardProps {
  title: string;
  preview: PricePreviewResponse | undefined;
  /** The draft has changed since. */
  isStale?: boolean;
  action?: ReactNode;
  /** Before there are figures, or why there are none. */
  children: ReactNode;
}

function PreviewCard({ title, preview, isStale = false, action, children }: PreviewCardProps) {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <div className="min-w-0">
          <CardTitle>Preview</CardTitle>
          <p className="mt-0.5 text-caption text-ink-3">
            {preview
              ? `Usage of ${formatDate(preview.from, "UTC")} – ${formatDate(preview.to, "UTC")} at the prices of ${title.toLowerCase()}`
              : messages.previewHint}
          </p>
        </div>
        {action}
      </CardHeader>
      {children}
      {preview && (
        <div className={cn("transition-opacity", isStale && "opacity-50")}>
          <Headline preview={preview} />
          {preview.models.length > 0 && <PreviewTable preview={preview} />}
          <p className="border-t px-5 py-3 text-caption text-ink-3 max-lg:px-4">
            {isStale ? "The draft has changed since. Run the preview again." : footText(preview)}
          </p>
        </div>
      )}
    </Card>
  );
}

function Headline({ preview }: { preview: PricePreviewResponse }) {
  const { before, after, requests } = preview;
  if (requests === 0)
    return <p className="px-5 py-6 text-small text-ink-2 max-lg:px-4">{messages.previewNone}</p>;
  const change = changeText(before, after);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-3 max-lg:px-4">
      <span className="text-title font-semibold tabular-nums">{change ?? "New charges"}</span>
      <span className="text-small text-ink-2 tabular-nums">
        would have charged <strong className="font-medium text-ink">{formatSum(after)}</strong> instead of{" "}
        {formatSum(before)}
      </span>
    </p>
  );
}

function footText({ requests, every, unpriced, to }: PricePreviewResponse): string {
  const run = `run ${formatTime(to, "UTC")} UTC`;
  const how =
    every === 1
      ? `${formatCount(requests, "request")} repriced from stored quantities`
      : `An even sample of ${formatCount(requests / every, "request")}, repriced and scaled`;
  const rest =
    unpriced === 0 ? "" : ` · ${formatCount(unpriced, "request")} without a price counted as charged`;
  return `${how}${rest} · ${run}`;
}
