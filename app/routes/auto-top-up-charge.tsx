import { ChargeOutline, ChargePage } from "#app/features/billing/charge-page.tsx";
import type { PageHandle } from "#app/features/shell/app-shell.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.charge;
export const handle: PageHandle = { Outline: ChargeOutline };
export default ChargePage;
