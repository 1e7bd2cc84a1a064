import type { MetaFunction } from "@remix-run/cloudflare";
import { ActivityPage } from "#app/features/activity/activity-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta("Activity", "What was done in your account, by whom, and when.");
export default ActivityPage;
