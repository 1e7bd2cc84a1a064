/** The wire objects of Stripe's API that the emulator keeps, cut to the fields that matter here. Times are epoch seconds. */

type Metadata = Record<string, string>;

export interface LineItem {
  id: string;
  object: "item";
  description: string;
  quantity: number;
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  price: { id: string; object: "price"; currency: string; unit_amount: number };
}

export interface CheckoutSession {
  id: string;
  object: "checkout.session";
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string;
  customer_details: { email: string } | null;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  metadata: Metadata;
  mode: "payment";
  payment_intent: string | null;
  payment_status: "paid" | "unpaid";
  status: "open" | "complete" | "expired";
  success_url: string;
  ui_mode: "hosted_page";
  url: string | null;
}

/** A session, and the data that Stripe stores for it but doesn't expose. */
export interface StoredSession {
  session: CheckoutSession;
  lineItems: LineItem[];
  intentMetadata: Metadata;
}

export interface PaymentIntent {
  id: string;
  object: "payment_intent";
  amount: number;
  created: number;
  currency: string;
  last_payment_error: { code: string; decline_code: string; message: string } | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  status: "requires_payment_method" | "processing" | "succeeded";
}

export interface Charge {
  id: string;
  object: "charge";
  amount: number;
  amount_refunded: number;
  created: number;
  currency: string;
  disputed: boolean;
  livemode: false;
  metadata: Metadata;
  paid: true;
  payment_intent: string;
  refunded: boolean;
  status: "succeeded";
}

export interface Refund {
  id: string;
  object: "refund";
  amount: number;
  charge: string;
  created: number;
  currency: string;
  metadata: Metadata;
  payment_intent: string;
  reason: string | null;
  status: "succeeded" | "failed";
}

/** A transaction on Stripe's balance; negative when money left it. */
interface BalanceTransaction {
  id: string;
  object: "balance_transaction";
  amount: number;
  created: number;
  currency: string;
  source: string;
  type: "adjustment";
}

export interface Dispute {
  id: string;
  object: "dispute";
  amount: number;
  /** Empty while nothing was withdrawn; at most a withdrawal and its return. */
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  livemode: false;
  payment_intent: string;
  reason: "fraudulent";
  status: "warning_needs_response" | "warning_closed" | "needs_response" | "won" | "lost";
}

export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  type: string;
}
