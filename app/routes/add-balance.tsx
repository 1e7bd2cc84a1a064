import type { MetaFunction } from "@remix-run/cloudflare";
import { AddBalancePage } from "#app/features/payments/add-balance-page.tsx";

export const meta: MetaFunction = () => [{ title: "Add Balance · Latchkey" }];
export default AddBalancePage;
