import { deskMeta } from "#app/features/operator/desk-meta.ts";
import { priceMessages } from "#app/features/operator/prices/price-messages.ts";
import { PricesPage } from "#app/features/operator/prices/prices-page.tsx";

export const meta = deskMeta(priceMessages.title);
export default PricesPage;
