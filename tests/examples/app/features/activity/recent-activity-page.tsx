import { PageHeader } from "#app/components/ui/page-header.tsx";
import { pages } from "#app/lib/pages.ts";
import { RecentActivityCard } from "#tests/examples/app/features/activity/recent-activity-card.tsx";

export const { meta } = pages.activity;

export default function RecentActivityPage() {
  return (
    <>
      <PageHeader {...pages.activity.heading} />
      <RecentActivityCard />
    </>
  );
}
