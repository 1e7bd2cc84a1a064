import type { MetaFunction } from "@remix-run/cloudflare";
import { BillingPage } from "#app/features/billing/billing-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta("Billing", "Every movement of your balance, and a receipt for each payment.");
export default BillingPage;
