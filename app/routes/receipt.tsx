import { ReceiptOutline, ReceiptPage } from "#app/features/billing/receipt-page.tsx";
import type { PageHandle } from "#app/features/shell/app-shell.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.receipt;
export const handle: PageHandle = { Outline: ReceiptOutline };
export default ReceiptPage;
