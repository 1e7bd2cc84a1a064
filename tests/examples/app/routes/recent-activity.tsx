import { pages } from "#app/lib/pages.ts";
import { RecentActivityPage } from "#tests/examples/app/features/activity/recent-activity-page.tsx";

export const { meta } = pages.activity;
export default RecentActivityPage;
