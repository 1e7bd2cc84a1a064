import { Card, CardBody, CardHeader } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";

export const ACCOUNT_COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:flex max-lg:flex-col max-lg:items-stretch max-lg:gap-3";
export const ACCOUNT_SIDE = "grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:contents";
export const STATS_GRID =
  "mb-6 grid grid-cols-3 gap-6 max-lg:mb-3 max-lg:gap-3 max-sm:grid-cols-2 max-sm:*:first:col-span-2";

const LINES = ["w-full", "w-4/5", "w-11/12", "w-2/3", "w-5/6", "w-3/4"];

export const AccountSkeleton = () => (
  <div aria-busy="true">
    <p role="status" className="sr-only">
      {operatorMessages.account.loading}
    </p>
    <Skeleton className="mb-3 h-4 w-56" />
    <Skeleton className="h-7 w-72 max-w-full" />
    <Skeleton className="mt-2 mb-7 h-4 w-80 max-w-full" />
    <div className={STATS_GRID}>
      {["first", "second", "third"].map((position) => (
        <Card key={position} className="h-32.5 p-5 max-lg:p-4">
          <Skeleton className="my-1 h-3 w-24" />
          <Skeleton className="mt-3.5 h-7 w-28" />
          <Skeleton className="mt-4 h-3 w-28 max-w-full" />
        </Card>
      ))}
    </div>
    <div className={ACCOUNT_COLUMNS}>
      <CardSkeleton className="h-120" />
      <CardSkeleton className="h-80" />
    </div>
  </div>
);

const CardSkeleton = ({ className }: { className: string }) => (
  <Card className={className}>
    <CardHeader>
      <Skeleton className="my-1 h-3.5 w-28" />
    </CardHeader>
    <CardBody className="grid gap-6 pt-5">
      {LINES.map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </CardBody>
  </Card>
);
