import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { confirmReceipt, onPaymentAnnounced, refreshAfterPayment } from "./payment-channel.ts";

/** Refreshes this tab when another one returns from a payment. */
export function PaymentNews() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onPaymentAnnounced((sessionId) => {
        refreshAfterPayment(queryClient);
        confirmReceipt(sessionId);
      }),
    [queryClient],
  );
  return null;
}
