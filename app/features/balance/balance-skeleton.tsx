import type { ReactNode } from "react";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { EarlyFigure } from "#app/features/early/early-figure.tsx";
import { balanceMessages } from "./messages.ts";

interface BalanceSkeletonProps {
  compact: boolean;
  runway?: ReactNode;
}

/** Below the title. */
export function BalanceSkeleton({ compact, runway }: BalanceSkeletonProps) {
  return (
    <div className="px-5 pt-2 pb-5 max-lg:px-4 max-lg:pb-4">
      {compact ? (
        <span className="flex h-8 items-center">
          <Skeleton className="h-7 w-28" />
        </span>
      ) : (
        <span className="flex h-10 items-center">
          <EarlyFigure name="balance" className="text-display" skeleton={<Skeleton className="h-8 w-36" />} />
        </span>
      )}
      {runway}
      <Skeleton className="mt-4 h-9 w-full rounded-control max-lg:h-11" />
    </div>
  );
}

/** The dashboard's card before its account is known. */
export const BalanceCardSkeleton = ({ runway }: Pick<BalanceSkeletonProps, "runway">) => (
  <Card>
    <CardHeader>
      <CardTitle>{balanceMessages.title}</CardTitle>
    </CardHeader>
    <BalanceSkeleton compact={false} runway={runway} />
  </Card>
);
