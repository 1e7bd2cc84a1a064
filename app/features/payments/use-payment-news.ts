import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onPaymentAnnounced } from "./payment-channel.ts";
import { refreshAfterPayment } from "./refresh-after-payment.ts";

/** Keeps what this tab shows true when another one comes back from a payment. */
export function usePaymentNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => onPaymentAnnounced(() => refreshAfterPayment(queryClient)), [queryClient]);
}
