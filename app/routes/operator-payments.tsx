import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { paymentTexts } from "#app/features/operator/payments/messages.ts";
import { PaymentsPage } from "#app/features/operator/payments/payments-page.tsx";

export const meta = operatorMeta(paymentTexts.title);
export default PaymentsPage;
