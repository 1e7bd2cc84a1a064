import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { ACCOUNT_COLUMNS } from "./account-skeleton.tsx";
import { ListSkeleton } from "./accounts-list-parts.tsx";
import { deskMessages } from "./messages.ts";

const RULES = 11;

/** Without a card per alert: usually none fires. */
export const AlertsSkeleton = () => (
  <div aria-busy="true" className="grid gap-6 max-lg:gap-3">
    <Card className="grid h-52 place-items-center content-center gap-4">
      <Skeleton className="size-11" />
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-3 w-52 max-w-full" />
    </Card>
    <div className={ACCOUNT_COLUMNS}>
      <Card>
        <Skeleton className="mx-5 my-5 h-3.5 w-20 max-lg:mx-4" />
        <ListSkeleton label={deskMessages.alerts.loading} rows={RULES} />
      </Card>
      <Card className="h-56 p-5 max-lg:p-4">
        <Skeleton className="h-3.5 w-28" />
        <Skeleton className="mt-7 h-3.5 w-48" />
        <Skeleton className="mt-3 h-3 w-28" />
      </Card>
    </div>
  </div>
);
