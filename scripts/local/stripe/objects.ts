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
  price: {
    id: string;
    object: "price";
    currency: string;
    tax_behavior: "exclusive" | "inclusive" | "unspecified";
    unit_amount: number;
  };
}

export interface CheckoutSession {
  id: string;
  object: "checkout.session";
  /** Amounts and currency are null when it only saves a card. */
  amount_subtotal: number | null;
  amount_total: number | null;
  automatic_tax: { enabled: boolean; status: "complete" | null };
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string | null;
  custom_text: { submit: { message: string } | null };
  customer: string | null;
  customer_details: { email: string; tax_ids: TaxId[] } | null;
  customer_email: string | null;
  expires_at: number;
  invoice: string | null;
  invoice_creation: { enabled: boolean; invoice_data: { metadata: Metadata } } | null;
  livemode: false;
  metadata: Metadata;
  mode: "payment" | "setup";
  payment_intent: string | null;
  payment_status: "paid" | "unpaid" | "no_payment_required";
  setup_intent: string | null;
  status: "open" | "complete" | "expired";
  success_url: string;
  tax_id_collection: { enabled: boolean };
  total_details: { amount_discount: 0; amount_shipping: 0; amount_tax: number } | null;
  ui_mode: "hosted_page";
  url: string | null;
}

export interface TaxId {
  type: "unknown";
  value: string;
}

/** Issued for a paid checkout. */
export interface Invoice {
  id: string;
  object: "invoice";
  amount_paid: number;
  created: number;
  currency: string;
  customer: string;
  customer_email: string;
  customer_tax_ids: TaxId[];
  description: string;
  hosted_invoice_url: string;
  invoice_pdf: string;
  livemode: false;
  metadata: Metadata;
  number: string;
  status: "paid";
  total: number;
  /** Part of the total; null without automatic tax. */
  total_taxes: { amount: number; tax_behavior: "inclusive" }[] | null;
}

/** A session, and the data that Stripe stores for it but doesn't expose. */
export interface StoredSession {
  session: CheckoutSession;
  lineItems: LineItem[];
  intentMetadata: Metadata;
  /** The card is saved once it has paid. */
  savesCard?: boolean;
  /** The card that waits for its bank's confirmation. */
  unconfirmed?: { number: string; email: string; taxId?: string } | null;
}

export interface Customer {
  id: string;
  object: "customer";
  created: number;
  email: string | null;
  livemode: false;
  metadata: Metadata;
}

export interface PaymentMethod {
  id: string;
  object: "payment_method";
  billing_details: { email: string | null };
  card: {
    brand: string;
    country: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    funding: "credit";
    last4: string;
  };
  created: number;
  customer: string | null;
  livemode: false;
  metadata: Metadata;
  type: "card";
}

/** What the emulator knows of a card, besides the payment method. */
export interface StoredCard {
  number: string;
  /** Its bank confirmed that it may be charged later. */
  isSetUp: boolean;
}

export interface SetupIntent {
  id: string;
  object: "setup_intent";
  created: number;
  customer: string | null;
  last_setup_error: IntentError | null;
  livemode: false;
  metadata: Metadata;
  payment_method: string | null;
  status: "requires_payment_method" | "requires_action" | "succeeded";
  usage: "off_session";
}

export interface IntentError {
  type: "card_error" | "invalid_request_error";
  code: string;
  decline_code?: string;
  message: string;
}

export interface PaymentIntent {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  client_secret: string;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: IntentError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: { type: "redirect_to_url"; redirect_to_url: { return_url: string; url: string } } | null;
  payment_method: string | null;
  payment_method_types: ["card"];
  setup_future_usage: "off_session" | null;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
}

export type MethodDetails =
  | { type: "card"; card: Pick<PaymentMethod["card"], "brand" | "country" | "last4"> }
  | { type: "us_bank_account"; us_bank_account: { last4: string } };

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
  paid: boolean;
  payment_intent: string;
  payment_method_details: MethodDetails;
  refunded: boolean;
  status: "pending" | "succeeded" | "failed";
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
