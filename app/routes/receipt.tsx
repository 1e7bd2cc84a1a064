import type { MetaFunction } from "@remix-run/cloudflare";
import { ReceiptPage } from "#app/features/billing/receipt-page.tsx";

export const meta: MetaFunction = () => [{ title: "Receipt · Latchkey" }];
export default ReceiptPage;
