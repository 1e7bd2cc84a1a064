import type { MetaFunction } from "@remix-run/cloudflare";
import { AddBalancePage } from "#app/features/payments/add-balance-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta("Add Balance", "Add to your prepaid balance by card: $25, $50 or $199.");
export default AddBalancePage;
