import type { MetaFunction } from "@remix-run/cloudflare";
import { PurchasePage } from "#app/features/payments/purchase-page.tsx";

export const meta: MetaFunction = () => [{ title: "Purchase API Key · Latchkey" }];
export default PurchasePage;
