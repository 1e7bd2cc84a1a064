import type { MetaFunction } from "@remix-run/cloudflare";
import { BillingPage } from "#app/features/billing/billing-page.tsx";

export const meta: MetaFunction = () => [{ title: "Billing · Latchkey" }];
export default BillingPage;
