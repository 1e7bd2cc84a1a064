import type { MetaFunction } from "@remix-run/cloudflare";
import { preloadTrendChart } from "#app/components/charts/lazy-trend-chart.tsx";
import { DashboardPage } from "#app/features/usage/dashboard-page.tsx";
import { DASHBOARD_TITLE } from "#app/features/usage/messages.ts";

export const meta: MetaFunction = () => [{ title: `${DASHBOARD_TITLE} · Latchkey` }];

export function clientLoader() {
  preloadTrendChart();
  return null;
}

export default function DashboardRoute() {
  return <DashboardPage />;
}
