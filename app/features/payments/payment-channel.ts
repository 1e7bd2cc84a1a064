const CHANNEL = "latchkey-payment";

/** Tells the account's other tabs which checkout has just been verified. */
export function announcePayment(sessionId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ sessionId });
  channel.close();
}

/** A message is only a hint: whoever hears it verifies the session for itself. */
export function onPaymentAnnounced(listener: (sessionId: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null || !("sessionId" in data)) return;
    if (typeof data.sessionId === "string") listener(data.sessionId);
  };
  return () => channel.close();
}
