import { PaymentCard, PaymentVerifying } from "#app/features/payments/payment-card.tsx";
import type { PageHandle } from "#app/features/shell/app-shell.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.payment;
export const handle: PageHandle = { Outline: PaymentVerifying };
export default PaymentCard;
