import { deskMeta } from "#app/features/operator/desk-meta.ts";
import { priceMessages } from "#app/features/operator/price-messages.ts";
import { PricesPage } from "#app/features/operator/prices-page.tsx";

export const meta = deskMeta(priceMessages.title);
export default PricesPage;
