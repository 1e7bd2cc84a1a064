import { Link } from "@remix-run/react";
import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { formatDate } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { SubscriptionAnswer } from "#core/contract/account.ts";
import { subscriptionMessages } from "./messages.ts";
import { SubscriptionSkeleton } from "./subscription-skeleton.tsx";
import {
  paymentText,
  percentText,
  premiumOffer,
  requestsText,
  resetText,
  validUntilText,
} from "./subscription-view.ts";
import { useSubscription } from "./use-subscription.ts";

export function SubscriptionCard() {
  const { data, isPending, isFetching, refetch } = useSubscription();
  return (
    <Card aria-busy={isPending}>
      <CardHeader>
        <CardTitle>{subscriptionMessages.title}</CardTitle>
        {data && (
          <Badge tone={data.subscription_type === "Free" ? "neutral" : "accent"}>
            {data.subscription_type}
          </Badge>
        )}
      </CardHeader>
      {data ? (
        <Loaded answer={data} />
      ) : isPending ? (
        <SubscriptionSkeleton />
      ) : (
        <Failed busy={isFetching} onRetry={() => refetch()} />
      )}
    </Card>
  );
}

function Loaded({ answer }: { answer: SubscriptionAnswer }) {
  const paid = answer.last_payment_at;
  return (
    <div className="px-5 pt-3 pb-3 max-lg:px-4">
      <Usage answer={answer} />
      <dl className="mt-2 grid text-small">
        <Row name="Resets">{resetText(answer)}</Row>
        <Row name="Valid until">{validUntilText(answer)}</Row>
        <Row name="Last payment">
          {paymentText(answer)}
          {paid && <span className="font-normal text-ink-3"> · {formatDate(paid)}</span>}
        </Row>
      </dl>
      <PremiumLink answer={answer} />
    </div>
  );
}

function Usage({ answer }: { answer: SubscriptionAnswer }) {
  const limited = answer.requests_limit !== null;
  const percent = answer.usage_percentage;
  return (
    <>
      <p className="mb-1.5 flex justify-between gap-3 text-caption">
        <span className="text-ink-2">Usage</span>
        <span className="font-medium tabular">{limited ? percentText(answer) : "No limit"}</span>
      </p>
      {limited && (
        <Progress
          value={percent}
          tone={percent < 100 ? "accent" : "warning"}
          aria-label="Plan usage"
          aria-valuetext={requestsText(answer)}
        />
      )}
      <p className="mt-1.5 text-caption text-ink-3 tabular">{requestsText(answer)}</p>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-t py-2.5 first:border-t-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right font-medium tabular">{children}</dd>
    </div>
  );
}

function PremiumLink({ answer }: { answer: SubscriptionAnswer }) {
  const offer = premiumOffer(answer);
  if (!offer) return null;
  return (
    <div className="mt-1.5 pb-2 max-lg:pb-1">
      {offer.note && <p className="mb-3 text-small text-ink-2">{offer.note}</p>}
      <Button asChild className="w-full max-lg:h-11">
        <Link to={paths.purchaseApiKey}>{offer.label}</Link>
      </Button>
    </div>
  );
}

function Failed({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div role="alert" className="px-5 pt-3 pb-5 max-lg:px-4">
      <p className="flex items-start gap-2 text-small text-ink-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
        {subscriptionMessages.loadFailed}
      </p>
      <Button size="sm" className="mt-4" busy={busy} onClick={onRetry}>
        {!busy && <RotateCw aria-hidden="true" />}
        Retry
      </Button>
    </div>
  );
}
