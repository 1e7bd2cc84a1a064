import { AddBalancePage } from "#app/features/payments/add-balance-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.addBalance;
export default AddBalancePage;
