import { useEffect, useState } from "react";
import { onPaymentAnnounced } from "./payment-channel.ts";
import type { OpenPayment } from "./use-payment-link.ts";

/** The checkout that another tab has come back from, while this one waits for `payment`. */
export function useAnnouncedSession(payment: OpenPayment | null): string | null {
  const [heard, setHeard] = useState<{ payment: OpenPayment; sessionId: string } | null>(null);
  useEffect(
    () => (payment ? onPaymentAnnounced((sessionId) => setHeard({ payment, sessionId })) : undefined),
    [payment],
  );
  return heard && heard.payment === payment ? heard.sessionId : null;
}
