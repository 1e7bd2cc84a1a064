import type { MetaFunction } from "@remix-run/cloudflare";
import { PurchasePage } from "#app/features/payments/purchase-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta("Purchase API Key", "A one-year API key with 10,000 requests per month, for a single payment.");
export default PurchasePage;
