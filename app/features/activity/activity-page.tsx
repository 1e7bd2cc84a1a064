import { Link } from "@remix-run/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import History from "lucide-react/icons/rotate-ccw-clock";
import { Moment } from "#app/components/moment.tsx";
import { PagedTable } from "#app/components/paged-panel.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { SegmentedChoice } from "#app/components/ui/segmented.tsx";
import { formatMinute } from "#app/lib/format.ts";
import { pages } from "#app/lib/pages.ts";
import { FIRST_PAGE_EVERY_MINUTE } from "#app/lib/paging.ts";
import { paths } from "#app/lib/paths.ts";
import { useAddress } from "#app/lib/use-address.ts";
import type { AuditItem } from "#core/contract/audit.ts";
import { activityMessages, actorOf, describeActivity, locationOf } from "./messages.ts";
import { activityAddress, activityQuery, KIND_LABELS } from "./queries.ts";

const CHOICES = { all: "All", ...KIND_LABELS };

const ACTIVITY: TableSpec<AuditItem> = {
  columns: [
    {
      heading: "Date",
      className: "w-48 whitespace-nowrap text-ink-2 tabular-nums",
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    { heading: "Action", className: "py-2", cell: (item) => <Action item={item} /> },
    {
      heading: "By",
      className: "max-w-64 py-2 text-ink-2",
      cell: (item) => (
        <>
          {actorOf(item)}
          <Note text={locationOf(item)} />
        </>
      ),
    },
    {
      heading: "Request",
      className: "max-w-40",
      cell: ({ request_id }) => (
        <span translate="no" className="block truncate font-mono text-caption text-ink-3">
          {request_id}
        </span>
      ),
    },
  ],
  item: (item) => <ActivityItem item={item} />,
};

export const { meta } = pages.activity;

export default function ActivityPage() {
  const [{ kind }, change] = useAddress(activityAddress);
  return (
    <>
      <PageHeader
        {...pages.activity.heading}
        actions={
          <SegmentedChoice
            aria-label="Filter by kind"
            value={kind ?? "all"}
            choices={CHOICES}
            onChoose={(value) => change({ kind: value === "all" ? null : value }, { replace: true })}
            className="max-sm:flex max-sm:w-full max-sm:*:flex-1"
          />
        }
      />
      <Card>
        <h2 className="sr-only">Account activity</h2>
        <PagedTable
          query={useInfiniteQuery({ ...activityQuery(kind), ...FIRST_PAGE_EVERY_MINUTE })}
          failed={activityMessages.failed}
          loading={activityMessages.loading}
          table={ACTIVITY}
          empty={{ icon: History, title: activityMessages.none, description: activityMessages.noneHint }}
        />
      </Card>
    </>
  );
}

const ActivityItem = ({ item }: { item: AuditItem }) => (
  <div className="text-body">
    <Action item={item} />
    <p className="mt-0.5 text-caption text-ink-3 tabular-nums">
      {formatMinute(item.created_at)} · {actorOf(item)}
    </p>
    <Note text={locationOf(item)} />
  </div>
);

function Action({ item }: { item: AuditItem }) {
  const { text, note } = describeActivity(item);
  return (
    <>
      <span className="font-medium wrap-anywhere">
        {item.key ? (
          <Link to={paths.keyUsage(item.key.id)} className="rounded-tag underline-offset-4 hover:underline">
            {text}
          </Link>
        ) : (
          text
        )}
      </span>
      <Note text={note} />
    </>
  );
}

const Note = ({ text }: { text: string }) =>
  text && <span className="block text-caption text-ink-3 wrap-anywhere">{text}</span>;
