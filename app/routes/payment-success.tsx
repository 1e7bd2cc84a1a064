import { PaymentCard, PaymentVerifying } from "#app/features/payments/payment-card.tsx";
import { type PageHandle, pages } from "#app/lib/pages.ts";

export const { meta } = pages.payment;
export const handle: PageHandle = { Outline: PaymentVerifying };
export default PaymentCard;
