import { createHmac } from "node:crypto";
import { nowSeconds } from "./identifiers.ts";
import type { StripeEvent } from "./objects.ts";

export interface Webhook {
  url: string;
  secret: string;
  /** How long the receiver may take; ten seconds unless stated. */
  timeoutMs?: number | undefined;
}

const RECEIVER_TIMEOUT_MS = 10_000;

/** Sends one event, signed the way Stripe does. @returns the receiver's status, or 0 when it did not respond. */
export async function postSigned(
  { url, secret, timeoutMs = RECEIVER_TIMEOUT_MS }: Webhook,
  event: StripeEvent,
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify({ ...event, pending_webhooks: 1 });
  const sentAt = nowSeconds();
  const signature = createHmac("sha256", secret).update(`${sentAt}.${body}`).digest("hex");
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": `t=${sentAt},v1=${signature}`,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}
