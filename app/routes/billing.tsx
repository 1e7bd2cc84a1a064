import { BillingPage } from "#app/features/billing/billing-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.billing;
export default BillingPage;
