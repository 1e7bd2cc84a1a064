import type { MetaFunction } from "@remix-run/cloudflare";
import { ActivityPage } from "#app/features/activity/activity-page.tsx";

export const meta: MetaFunction = () => [{ title: "Activity · Latchkey" }];
export default ActivityPage;
