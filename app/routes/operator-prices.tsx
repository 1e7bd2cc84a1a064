import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { priceMessages } from "#app/features/operator/prices/messages.ts";
import { PricesPage } from "#app/features/operator/prices/prices-page.tsx";

export const meta = operatorMeta(priceMessages.title);
export default PricesPage;
