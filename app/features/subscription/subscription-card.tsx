import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { LazyComponent } from "#app/components/ui/lazy-component.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatDate } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import { coverText, subscriptionMessages } from "./messages.ts";
import { subscriptionQuery } from "./queries.ts";
import {
  beyondPlanText,
  paymentText,
  percentText,
  premiumOffer,
  requestsText,
  resetText,
  validUntilText,
  valuePercent,
  valueText,
} from "./subscription-view.ts";

/** Most accounts have no plan. */
const loadDrawOnBalance = () => import("./draw-on-balance.tsx");

export function SubscriptionCard() {
  const query = useQuery({ ...subscriptionQuery, ...EVERY_MINUTE });
  const plan = query.data?.subscription_type;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{subscriptionMessages.title}</CardTitle>
        {plan && <Badge tone={plan === "Free" ? "neutral" : "accent"}>{plan}</Badge>}
      </CardHeader>
      <QueryState
        query={query}
        loading="Loading subscription"
        skeleton={<SubscriptionSkeleton />}
        failed={{ title: subscriptionMessages.loadFailed, blockedOnly: true }}
      >
        {(data) => <Loaded data={data} />}
      </QueryState>
    </Card>
  );
}

function Loaded({ data }: { data: SubscriptionResponse }) {
  const paid = data.last_payment_at;
  const offer = premiumOffer(data);
  return (
    <div className="px-5 pt-3 pb-3 max-lg:px-4">
      <p className="mb-3 min-h-8 text-caption text-ink-2">{coverText(data)}</p>
      <Usage data={data} />
      <DescriptionList className="mt-2 [&_dd]:font-medium">
        <Description label="Resets">{resetText(data)}</Description>
        <Description label="Valid until">{validUntilText(data)}</Description>
        <Description label="Last payment">
          {paymentText(data)}
          {paid && <span className="font-normal text-ink-3"> · {formatDate(paid)}</span>}
        </Description>
      </DescriptionList>
      {beyondPlanText(data) !== null && (
        <LazyComponent
          load={loadDrawOnBalance}
          props={{ subscription: data }}
          waiting={<div className="h-22 border-t" />}
        />
      )}
      {offer && (
        <div className="mt-1.5 pb-2 max-lg:pb-1">
          {offer.note && <p className="mb-3 text-small text-ink-2">{offer.note}</p>}
          <Button asChild className="w-full max-lg:h-11">
            <Link to={paths.purchaseApiKey}>{offer.label}</Link>
          </Button>
        </div>
      )}
    </div>
  );
}

function Usage({ data }: { data: SubscriptionResponse }) {
  const { requests_limit, usage_percentage } = data;
  const value = valueText(data);
  return (
    <>
      <Meter
        label="Usage"
        name="Plan usage"
        percent={requests_limit === null ? null : usage_percentage}
        text={requestsText(data)}
      />
      {value && (
        <div className="mt-3">
          <Meter label="Value" name="Plan value" percent={valuePercent(data)} text={value} />
        </div>
      )}
    </>
  );
}

interface MeterProps {
  label: string;
  /** Of the bar. */
  name: string;
  /** Null without a limit. */
  percent: number | null;
  text: string;
}

const Meter = ({ label, name, percent, text }: MeterProps) => (
  <>
    <p className="mb-1.5 flex justify-between gap-3 text-caption">
      <span className="text-ink-2">{label}</span>
      <span className="font-medium tabular-nums">{percent === null ? "No limit" : percentText(percent)}</span>
    </p>
    {percent !== null && (
      <Progress
        value={percent}
        tone={percent < 100 ? "accent" : "warning"}
        aria-label={name}
        aria-valuetext={text}
      />
    )}
    <p className="mt-1.5 text-caption text-ink-3 tabular-nums">{text}</p>
  </>
);

/** As high as the card of a Free account, which most readers have. */
const SubscriptionSkeleton = () => (
  <div className="px-5 pt-3 pb-3 max-lg:px-4">
    <div className="mb-3 grid h-8 content-around">
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-24" />
    </div>
    <div className="mb-1.5 flex h-4 items-center justify-between">
      <Skeleton className="h-3 w-12" />
      <Skeleton className="h-3 w-8" />
    </div>
    <Skeleton className="h-1.5 rounded-full" />
    <div className="mt-1.5 flex h-4 items-center">
      <Skeleton className="h-3 w-44" />
    </div>
    <div className="mt-2">
      {["resets", "valid until", "last payment"].map((row) => (
        <div key={row} className="flex h-10.25 items-center justify-between border-t border-transparent">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
    <div className="mt-1.5 pb-2 max-lg:pb-1">
      <Skeleton className="h-9 w-full rounded-control max-lg:h-11" />
    </div>
  </div>
);

/** For the dashboard before its account is known. */
export const SubscriptionCardSkeleton = () => (
  <Card>
    <CardHeader>
      <CardTitle>{subscriptionMessages.title}</CardTitle>
    </CardHeader>
    <SubscriptionSkeleton />
  </Card>
);
