import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#app/components/query-state.tsx";
import { Card, CardBody, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { activityMessages, describeActivity } from "#app/features/activity/messages.ts";
import { recentActivityQuery } from "#tests/examples/app/features/activity/queries.ts";

export const RecentActivityCard = () => (
  <Card>
    <CardHeader>
      <CardTitle>Recent activity</CardTitle>
    </CardHeader>
    <QueryState
      query={useQuery(recentActivityQuery)}
      loading="Loading recent activity"
      skeleton={
        <CardBody>
          <Skeleton className="h-18" />
        </CardBody>
      }
      failed={activityMessages.failed}
    >
      {({ items }) => (
        <CardBody className="min-h-18 text-small">
          {items.length === 0 && <p className="text-ink-2">{activityMessages.none}</p>}
          {items.map((item) => (
            <p key={item.id}>{describeActivity(item).text}</p>
          ))}
        </CardBody>
      )}
    </QueryState>
  </Card>
);
