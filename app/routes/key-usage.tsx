import type { MetaFunction } from "@remix-run/cloudflare";
import { preloadTrendChart } from "#app/components/charts/lazy-trend-chart.tsx";
import { KeyUsagePage } from "#app/features/key-usage/key-usage-page.tsx";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";

export const meta: MetaFunction = () => [{ title: `${keyUsageMessages.title} · Latchkey` }];

export function clientLoader() {
  preloadTrendChart();
  return null;
}

export default KeyUsagePage;
