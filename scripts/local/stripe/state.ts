import type { Outage } from "./api/outage.ts";
import type { DeliveryState } from "./deliveries.ts";
import type { Charge, Dispute, PaymentIntent, Refund, StoredSession, StripeEvent } from "./objects.ts";

/** The reply stored for an idempotency key. */
export interface SavedReply {
  fingerprint: string;
  body: object;
  /** Epoch seconds. */
  savedAt: number;
}

export type Table<Row> = Record<string, Row>;

/** Everything the emulator remembers; plain JSON, so that it survives a restart. */
export interface StripeState {
  sessions: Table<StoredSession>;
  paymentIntents: Table<PaymentIntent>;
  charges: Table<Charge>;
  refunds: Table<Refund>;
  disputes: Table<Dispute>;
  /** Oldest first. */
  events: StripeEvent[];
  savedReplies: Table<SavedReply>;
  deliveries: DeliveryState;
  outage: Outage | null;
}

export const emptyState = (): StripeState => ({
  sessions: {},
  paymentIntents: {},
  charges: {},
  refunds: {},
  disputes: {},
  events: [],
  savedReplies: {},
  deliveries: { mode: "normal", pending: [], held: [], log: [] },
  outage: null,
});

export function findRow<Row>(table: Table<Row>, id: string): Row | null {
  return Object.hasOwn(table, id) ? (table[id] ?? null) : null;
}
