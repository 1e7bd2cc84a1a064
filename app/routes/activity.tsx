import { ActivityPage } from "#app/features/activity/activity-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.activity;
export default ActivityPage;
