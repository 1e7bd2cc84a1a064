import type { QueryClient } from "@tanstack/react-query";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";

const RETURNED = "latchkey-payment";
const RECEIVED = "latchkey-payment-received";
/** Instead of a session, which the payment provider doesn't name to those who cancel. */
export const CANCELED = "canceled";

/** The checkouts that this tab opened; it keeps them while the reader moves between pages. */
const openedHere = new Set<string>();
export const rememberCheckout = (sessionId: string) => openedHere.add(sessionId);

/** Notifies the other tabs of this browser. */
export const announcePayment = (sessionId: string): void => post(RETURNED, sessionId);

/** A message is only a hint: a listener verifies the session itself. */
export const onPaymentAnnounced = (listener: (sessionId: string) => void) => listen(RETURNED, listener);

/** Lets the tab that returned know, if its checkout was opened here. */
export function confirmReceipt(sessionId: string): void {
  if (openedHere.has(sessionId)) post(RECEIVED, sessionId);
}

/** Calls `listener` when the tab that opened a checkout has heard of its return. */
export const onPaymentReceived = (listener: (sessionId: string) => void) => listen(RECEIVED, listener);

function post(name: string, message: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

function listen(name: string, listener: (message: string) => void): () => void {
  const channel = new BroadcastChannel(name);
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
