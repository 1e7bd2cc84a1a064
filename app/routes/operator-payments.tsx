import { deskMeta } from "#app/features/operator/desk-meta.ts";
import { PaymentsPage } from "#app/features/operator/payments/payments-page.tsx";
import { paymentTexts } from "#app/features/operator/payments/payments-view.ts";

export const meta = deskMeta(paymentTexts.title);
export default PaymentsPage;
