import type { Outage } from "./api/outage.ts";
import type { DeliveryState } from "./deliveries.ts";
import type {
  Charge,
  Customer,
  Dispute,
  Invoice,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
  StoredCard,
  StoredSession,
  StripeEvent,
} from "./objects.ts";

/** The reply stored for an idempotency key. */
export interface SavedReply {
  fingerprint: string;
  body: object;
  /** Of a payment that the bank refused; absent for a success. */
  status?: number;
  /** Epoch seconds. */
  savedAt: number;
}

export type Table<Row> = Record<string, Row>;

/** Everything the emulator remembers; plain JSON, so that it survives a restart. */
export interface StripeState {
  sessions: Table<StoredSession>;
  customers: Table<Customer>;
  paymentMethods: Table<PaymentMethod>;
  /** By payment method. */
  cards: Table<StoredCard>;
  setupIntents: Table<SetupIntent>;
  paymentIntents: Table<PaymentIntent>;
  charges: Table<Charge>;
  refunds: Table<Refund>;
  disputes: Table<Dispute>;
  invoices: Table<Invoice>;
  /** Oldest first. */
  events: StripeEvent[];
  savedReplies: Table<SavedReply>;
  deliveries: DeliveryState;
  outage: Outage | null;
}

export const emptyState = (): StripeState => ({
  sessions: {},
  customers: {},
  paymentMethods: {},
  cards: {},
  setupIntents: {},
  paymentIntents: {},
  charges: {},
  refunds: {},
  disputes: {},
  invoices: {},
  events: [],
  savedReplies: {},
  deliveries: { mode: "normal", pending: [], held: [], log: [] },
  outage: null,
});

export function findRow<Row>(table: Table<Row>, id: string): Row | null {
  return Object.hasOwn(table, id) ? (table[id] ?? null) : null;
}
