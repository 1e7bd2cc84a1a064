import { useQuery } from "@tanstack/react-query";
import Clock from "lucide-react/icons/clock";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card, CardBody, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { pricePreviewQuery } from "#app/features/operator/queries.ts";
import { formatCount, formatDate, formatRelative } from "#app/lib/format.ts";
import type { OperatorPriceList } from "#core/contract/operator-prices.ts";
import { priceMessages as messages } from "./messages.ts";
import { PRICES } from "./price-table.tsx";
import { marginText, STATE_LABELS, utcMoment } from "./price-view.ts";

const GRID = "grid grid-cols-2 gap-6 max-md:grid-cols-[minmax(0,1fr)]";
const TONES = {
  scheduled: "accent",
  in_force: "success",
  past: "neutral",
  replaced: "neutral",
  canceled: "neutral",
} as const;

export const StateBadge = ({ state }: Pick<OperatorPriceList, "state">) => (
  <Badge tone={TONES[state]} className="align-middle">
    {state === "in_force" && <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />}
    {state === "scheduled" && <Clock aria-hidden="true" />}
    {STATE_LABELS[state]}
  </Badge>
);

interface PriceListCardsProps {
  inForce: OperatorPriceList | null;
  scheduled: OperatorPriceList | null;
}

export const PriceListCards = ({ inForce, scheduled }: PriceListCardsProps) => (
  <div className={GRID}>
    {inForce && (
      <ListCard
        list={inForce}
        title={`Since ${utcMoment(inForce.from)}`}
        caption={inForce.until === null ? "No later list replaces it" : `Until ${utcMoment(inForce.until)}`}
        margin="Margin, last week at these prices"
        by="Published by"
      />
    )}
    {scheduled ? (
      <ListCard
        list={scheduled}
        title={`From ${utcMoment(scheduled.from)}`}
        caption={scheduledText(scheduled, inForce)}
        margin="Margin, last week at these prices"
        by="Scheduled by"
      />
    ) : (
      <Card className="flex flex-col justify-center px-5 py-6 max-lg:px-4">
        <CardTitle>{messages.noSchedule}</CardTitle>
        <p className="mt-1 text-small text-ink-2">{messages.noScheduleHint}</p>
      </Card>
    )}
  </div>
);

function scheduledText({ until }: OperatorPriceList, inForce: OperatorPriceList | null): string {
  const start = inForce === null ? "The first list" : `Replaces list ${inForce.id}`;
  return until === null ? start : `${start}, until ${utcMoment(until)}`;
}

interface ListCardProps {
  list: OperatorPriceList;
  title: string;
  caption: string;
  margin: string;
  by: string;
}

function ListCard({ list, title, caption, margin, by }: ListCardProps) {
  const { id, state, models, changed, published_by, created_at } = list;
  const changes = changed.length > 0 && state === "scheduled" ? `, ${changed.length} changed` : "";
  return (
    <Card>
      <CardHeader>
        <CardTitle>List {id}</CardTitle>
        <StateBadge state={state} />
      </CardHeader>
      <CardBody className="pb-2">
        <p className="text-lead font-medium">{title}</p>
        <p className="text-caption text-ink-3">{caption}</p>
        <DescriptionList className="mt-2">
          <Description label="Models">{`${models.length}${changes}`}</Description>
          <Description label={margin}>
            <Margin list={list} />
          </Description>
          <Description label={by}>
            {published_by || "—"},{" "}
            <time dateTime={created_at} title={formatRelative(created_at)}>
              {formatDate(created_at, "UTC")}
            </time>
          </Description>
        </DescriptionList>
      </CardBody>
    </Card>
  );
}

const Margin = ({ list }: { list: OperatorPriceList }) => (
  <QueryState
    query={useQuery(pricePreviewQuery(list))}
    loading="Loading margin"
    skeleton={<Skeleton className="my-0.5 h-4 w-14" />}
    failed={() => marginText(undefined)}
  >
    {(data) => <span title={`Of ${formatCount(data.requests, "request")}`}>{marginText(data)}</span>}
  </QueryState>
);

/** Sized like the cards, and a list of models. */
export const PricesSkeleton = () => (
  <div className="grid gap-6">
    <div className={GRID}>
      {["first", "second"].map((card) => (
        <Card key={card} className="grid h-55 content-start gap-4 p-5">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-5 w-60 max-w-full" />
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-full" />
        </Card>
      ))}
    </div>
    <Card className="overflow-hidden">
      <TableSkeleton footed table={PRICES} rows={8} />
    </Card>
  </div>
);
