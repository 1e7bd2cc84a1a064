import { PurchasePage } from "#app/features/payments/purchase-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.purchase;
export default PurchasePage;
