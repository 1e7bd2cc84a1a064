import type { MetaFunction } from "@remix-run/cloudflare";
import type { PageHandle } from "#app/features/shell/page-handle.ts";
import { DashboardOutline } from "#app/features/usage/dashboard-outline.tsx";
import { DashboardPage } from "#app/features/usage/dashboard-page.tsx";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta(
    pageHeadings.dashboard.title,
    "Monitor your API usage and account status: requests, response times, errors and balance.",
  );

export const handle: PageHandle = { Outline: DashboardOutline };

export default function DashboardRoute() {
  return <DashboardPage />;
}
