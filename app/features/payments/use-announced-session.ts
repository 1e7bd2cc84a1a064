import { useEffect, useState } from "react";
import { onPaymentAnnounced } from "./payment-channel.ts";

/** The checkout that another tab has just seen through, while this one waits for it. */
export function useAnnouncedSession(waiting: boolean): string | null {
  const [sessionId, setSessionId] = useState<string | null>(null);
  useEffect(() => (waiting ? onPaymentAnnounced(setSessionId) : undefined), [waiting]);
  return sessionId;
}
