import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newId, nowSeconds } from "./identifiers.ts";
import type { StripeEvent } from "./objects.ts";

/** What happens to new events: sent, lost, kept back until a flush, or sent three times at once. */
export const DELIVERY_MODES = ["normal", "drop", "hold", "duplicate"] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

interface Delivery {
  id: string;
  eventId: string;
  attempts: number;
}

interface Attempt {
  event: string;
  type: string;
  attempt: number;
  /** The receiver's status; 0 when it did not answer. */
  status: number;
}

export interface DeliveryState {
  mode: DeliveryMode;
  /** Not yet acknowledged. */
  pending: Delivery[];
  /** Ids of events kept back, oldest first. */
  held: string[];
  log: Attempt[];
}

interface CourierOptions {
  state: { events: StripeEvent[]; deliveries: DeliveryState };
  webhook: { url: string; secret: string };
  signal: AbortSignal;
}

const COPIES_OF_A_DUPLICATE = 3;
const MAX_ATTEMPTS = 12;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;
const RECEIVER_TIMEOUT_MS = 10_000;
const LOG_LENGTH = 500;

/** Delivers signed events to the one webhook endpoint, at least once, with growing pauses after failures. */
export function createCourier({ state: { events, deliveries }, webhook, signal }: CourierOptions) {
  const attempt = async (delivery: Delivery, event: StripeEvent): Promise<boolean> => {
    delivery.attempts += 1;
    const status = await post(webhook, event, signal);
    deliveries.log.push({ event: event.id, type: event.type, attempt: delivery.attempts, status });
    deliveries.log.splice(0, deliveries.log.length - LOG_LENGTH);
    const done = (status >= 200 && status < 300) || delivery.attempts >= MAX_ATTEMPTS;
    if (done) deliveries.pending = deliveries.pending.filter((other) => other.id !== delivery.id);
    return done;
  };
  const keepTrying = async (delivery: Delivery, event: StripeEvent): Promise<void> => {
    do {
      const pause = Math.min(FIRST_RETRY_MS * 2 ** (delivery.attempts - 1), LAST_RETRY_MS);
      await sleep(pause, undefined, { signal, ref: false });
    } while (!(await attempt(delivery, event)));
  };
  const inBackground = (work: Promise<void>) => {
    work.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  /** Resolves after the first attempt, as Stripe's page waits for it before it sends the payer back. */
  const send = async (event: StripeEvent): Promise<void> => {
    const delivery = { id: newId("wd"), eventId: event.id, attempts: 0 };
    deliveries.pending.push(delivery);
    if (!(await attempt(delivery, event))) inBackground(keepTrying(delivery, event));
  };
  const sendById = async (eventId: string): Promise<void> => {
    const event = events.find(({ id }) => id === eventId);
    if (event) await send(event);
  };

  return {
    async dispatch(event: StripeEvent): Promise<void> {
      if (deliveries.mode === "drop") return;
      if (deliveries.mode === "hold") {
        deliveries.held.push(event.id);
        return;
      }
      const copies = deliveries.mode === "duplicate" ? COPIES_OF_A_DUPLICATE : 1;
      await Promise.all(Array.from({ length: copies }, () => send(event)));
    },
    /** Sends what was held back, one after the other. */
    async flush(order: "sent" | "reverse"): Promise<number> {
      const held = deliveries.held.splice(0);
      if (order === "reverse") held.reverse();
      for (const eventId of held) await sendById(eventId);
      return held.length;
    },
    /** Goes on with what was not acknowledged before a restart. */
    resume(): void {
      const left = deliveries.pending.splice(0);
      inBackground(Promise.all(left.map(({ eventId }) => sendById(eventId))).then(() => undefined));
    },
  };
}

export type Courier = ReturnType<typeof createCourier>;

async function post(
  { url, secret }: { url: string; secret: string },
  event: StripeEvent,
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify({ ...event, pending_webhooks: 1 });
  const sentAt = nowSeconds();
  const signature = createHmac("sha256", secret).update(`${sentAt}.${body}`).digest("hex");
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": `t=${sentAt},v1=${signature}`,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(RECEIVER_TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}
