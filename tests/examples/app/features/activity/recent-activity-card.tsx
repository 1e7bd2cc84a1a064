import { useQuery } from "@tanstack/react-query";
import { FailedCard } from "#app/components/load-failure.tsx";
import { Card, CardBody, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { activityMessages, describeActivity } from "#app/features/activity/messages.ts";
import { recentActivityQuery } from "#tests/examples/app/features/activity/queries.ts";

export function RecentActivityCard() {
  const query = useQuery(recentActivityQuery);
  if (query.isError) return <FailedCard query={query} title={activityMessages.failed} />;
  const texts = query.data?.items.map((item) => describeActivity(item).text);
  return (
    <Card aria-busy={query.isPending}>
      <CardHeader>
        <CardTitle>Recent activity</CardTitle>
      </CardHeader>
      <CardBody className="min-h-18 text-small">
        {texts?.map((text) => <p key={text}>{text}</p>) ?? <Skeleton className="h-18" />}
        {texts?.length === 0 && <p className="text-ink-2">{activityMessages.none}</p>}
      </CardBody>
    </Card>
  );
}
