import type { MetaFunction } from "@remix-run/cloudflare";
import { ReceiptPage } from "#app/features/billing/receipt-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () => pageMeta("Receipt", "The receipt of one payment.");
export default ReceiptPage;
