import { ReceiptPage } from "#app/features/billing/receipt-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.receipt;
export default ReceiptPage;
