import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { PaymentsPage } from "#app/features/operator/payments/payments-page.tsx";
import { paymentTexts } from "#app/features/operator/payments/payments-view.ts";

export const meta = operatorMeta(paymentTexts.title);
export default PaymentsPage;
