import type { MetaFunction } from "@remix-run/cloudflare";
import { DashboardPage } from "#app/features/usage/dashboard-page.tsx";
import { DASHBOARD_TITLE } from "#app/features/usage/messages.ts";

export const meta: MetaFunction = () => [{ title: `${DASHBOARD_TITLE} · Latchkey` }];

export default function DashboardRoute() {
  return <DashboardPage />;
}
