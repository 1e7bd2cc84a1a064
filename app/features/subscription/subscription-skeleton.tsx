import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { subscriptionMessages } from "./messages.ts";

const ROWS = ["resets", "valid until", "last payment"];

/** Below the title; the size of a Free account's card, which is what most see. */
export function SubscriptionSkeleton() {
  return (
    <div className="px-5 pt-3 pb-3 max-lg:px-4">
      <div className="mb-1.5 flex h-4 items-center justify-between">
        <Skeleton className="h-3 w-12" />
        <Skeleton className="h-3 w-8" />
      </div>
      <Skeleton className="h-1.5 rounded-full" />
      <div className="mt-1.5 flex h-4 items-center">
        <Skeleton className="h-3 w-44" />
      </div>
      <div className="mt-2">
        {ROWS.map((row) => (
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
}

/** The card before its account is known. */
export const SubscriptionCardSkeleton = () => (
  <Card>
    <CardHeader>
      <CardTitle>{subscriptionMessages.title}</CardTitle>
    </CardHeader>
    <SubscriptionSkeleton />
  </Card>
);
