import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "./identifiers.ts";
import type { StripeEvent } from "./objects.ts";
import { postSigned, type Webhook } from "./signed-post.ts";

/** How new events are delivered: sent, dropped, held until a flush, or sent three times concurrently. */
export const DELIVERY_MODES = ["normal", "drop", "hold", "duplicate"] as const;

interface Delivery {
  id: string;
  eventId: string;
  attempts: number;
}

export interface DeliveryState {
  mode: (typeof DELIVERY_MODES)[number];
  /** Not yet acknowledged. */
  pending: Delivery[];
  /** Ids of events kept back, oldest first. */
  held: string[];
  /** One entry per attempt, oldest first. The status is 0 when the receiver did not respond. */
  log: { event: string; type: string; attempt: number; status: number }[];
}

interface CourierOptions {
  state: { events: StripeEvent[]; deliveries: DeliveryState };
  webhook: Webhook;
  signal: AbortSignal;
}

const COPIES_OF_A_DUPLICATE = 3;
const MAX_ATTEMPTS = 12;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;
const LOG_LENGTH = 500;

/** Delivers signed events to the one webhook endpoint, at least once, with growing pauses after failures. */
export function createCourier(options: CourierOptions) {
  const { events, deliveries } = options.state;
  const send = createSender(options);
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
    async resume(): Promise<void> {
      const left = deliveries.pending.splice(0);
      await Promise.all(left.map(({ eventId }) => sendById(eventId)));
    },
  };
}

export type Courier = ReturnType<typeof createCourier>;

/** Resolves after the first attempt, as Stripe's page waits for it before it sends the payer back. */
function createSender({ state: { deliveries }, webhook, signal }: CourierOptions) {
  const attempt = async (delivery: Delivery, event: StripeEvent): Promise<boolean> => {
    delivery.attempts += 1;
    const status = await postSigned(webhook, event, signal);
    deliveries.log.push({ event: event.id, type: event.type, attempt: delivery.attempts, status });
    deliveries.log.splice(0, deliveries.log.length - LOG_LENGTH);
    const taken = status >= 200 && status < 300;
    const done = taken || (delivery.attempts >= MAX_ATTEMPTS && !signal.aborted);
    if (done) deliveries.pending = deliveries.pending.filter(({ id }) => id !== delivery.id);
    return done;
  };
  const keepTrying = async (delivery: Delivery, event: StripeEvent): Promise<void> => {
    do {
      const pause = Math.min(FIRST_RETRY_MS * 2 ** (delivery.attempts - 1), LAST_RETRY_MS);
      await sleep(pause, undefined, { signal, ref: false });
    } while (!(await attempt(delivery, event)));
  };
  return async (event: StripeEvent): Promise<void> => {
    const delivery = { id: newId("wd"), eventId: event.id, attempts: 0 };
    deliveries.pending.push(delivery);
    if (await attempt(delivery, event)) return;
    keepTrying(delivery, event).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
}
