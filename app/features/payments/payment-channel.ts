import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";

const CHANNEL = "latchkey-payment";
/** Instead of a session, which the payment provider doesn't name to those who cancel. */
export const CANCELED = "canceled";

/** Notifies the other tabs of this browser. */
export function announcePayment(sessionId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(sessionId);
  channel.close();
}

/** A message is only a hint: a listener verifies the session itself. */
export function onPaymentAnnounced(listener: (sessionId: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") listener(data);
  };
  return () => channel.close();
}

export function refreshAfterPayment(queryClient: QueryClient): void {
  for (const queryKey of [balanceQuery.queryKey, subscriptionQuery.queryKey, apiKeysQuery.queryKey]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Refreshes this tab when another one returns from a payment. */
export function usePaymentNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => onPaymentAnnounced(() => refreshAfterPayment(queryClient)), [queryClient]);
}
