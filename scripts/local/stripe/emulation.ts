import type { Courier } from "./deliveries.ts";
import { newId, nowSeconds } from "./identifiers.ts";
import type { StripeState } from "./state.ts";

/** The API version the SDK of this product speaks. */
const API_VERSION = "2026-10-28.endive";
/** Stripe lists events of the last 30 days; here the newest of them stay. */
const EVENTS_KEPT = 1_000;

export interface Emulation {
  state: StripeState;
  baseUrl: string;
  /** Records an event about a copy of `object` and delivers it. */
  emit: (type: string, object: object) => Promise<void>;
}

export function createEmulation(state: StripeState, baseUrl: string, courier: Courier): Emulation {
  return {
    state,
    baseUrl,
    async emit(type, object) {
      const event = {
        id: newId("evt"),
        object: "event" as const,
        api_version: API_VERSION,
        created: nowSeconds(),
        data: { object: structuredClone(object) },
        livemode: false as const,
        pending_webhooks: 0,
        request: { id: null, idempotency_key: null },
        type,
      };
      state.events.push(event);
      state.events.splice(0, state.events.length - EVENTS_KEPT);
      await courier.dispatch(event);
    },
  };
}
