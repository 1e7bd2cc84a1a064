import { useSearchParams } from "@remix-run/react";
import { History } from "lucide-react";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { PagedPanel } from "#app/features/billing/paged-panel.tsx";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { ActivityList, ActivityTable } from "./activity-rows.tsx";
import { KIND_LABELS, KIND_PARAMETER, kindFrom } from "./activity-view.ts";
import { activityMessages } from "./messages.ts";
import { useActivity } from "./use-activity.ts";

const ALL = "all";

export function ActivityPage() {
  const [search, setSearch] = useSearchParams();
  const kind = kindFrom(search.get(KIND_PARAMETER));
  const choose = (wanted: string) =>
    setSearch(wanted === ALL ? {} : { [KIND_PARAMETER]: wanted }, {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <>
      <PageHeader
        {...pageHeadings.activity}
        actions={
          <Segmented
            aria-label="What to show"
            value={kind ?? ALL}
            onValueChange={choose}
            className="max-sm:flex max-sm:w-full max-sm:*:flex-1"
          >
            <SegmentedItem value={ALL}>All</SegmentedItem>
            {Object.entries(KIND_LABELS).map(([value, label]) => (
              <SegmentedItem key={value} value={value}>
                {label}
              </SegmentedItem>
            ))}
          </Segmented>
        }
      />
      <Card>
        <h2 className="sr-only">What happened</h2>
        <Entries kind={kind} />
      </Card>
    </>
  );
}

function Entries({ kind }: { kind: ReturnType<typeof kindFrom> }) {
  const Rows = useIsNarrow() ? ActivityList : ActivityTable;
  return (
    <PagedPanel
      query={useActivity(kind)}
      failed={activityMessages.failed}
      loading={activityMessages.loading}
      empty={{ icon: History, title: activityMessages.none, description: activityMessages.noneHint }}
    >
      {(items) => <Rows items={items} />}
    </PagedPanel>
  );
}
