/** A checkout that saves the payer's card for charges without the payer. */
export interface CardOffer {
  customerId: string;
  /** What the payer agrees to, shown beside the button. */
  consent: string;
}

/** A card kept by the provider; we never see its number. */
export interface Card {
  paymentMethodId: string;
  /** Null once the card is detached from its customer. */
  customerId: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** ISO 3166 code of the issuer. */
  country: string | null;
}

/** A checkout that only saves a card. */
export interface CardSetup {
  customerId: string | null;
  /** Epoch ms. */
  createdAt: number;
  /** Null until it is complete. */
  card: Card | null;
}

/**
 * `unconfirmed`: the bank wants the payer to confirm it. `declined` and `canceled` are final; `pending` is anything
 * that may still change by itself.
 */
type ChargeStatus = "succeeded" | "pending" | "unconfirmed" | "declined" | "canceled";

/** A charge of a saved card as the provider reports it. */
export interface ChargeState {
  /** Null when the provider refused the card before there was a payment. */
  paymentIntentId: string | null;
  /** From its metadata; null for a payment that is not ours. */
  orderId: string | null;
  status: ChargeStatus;
  amountMinor: number;
  currency: string;
  /** The provider's code; null unless declined. */
  declineCode: string | null;
}

export interface NewCharge {
  orderId: string;
  amountMinor: number;
  currency: string;
  customerId: string;
  paymentMethodId: string;
  description: string;
}

/** Saved cards, and charges of them. @throws DomainError `payment_provider_error`. Null: the provider knows none. */
export interface CardPayments {
  /** Idempotent per `key` for a day. @returns the customer's id. */
  createCustomer: (customer: { key: string; email: string }) => Promise<string>;
  /** Idempotent. Its cards are detached; its payments and invoices stay. */
  deleteCustomer: (customerId: string) => Promise<void>;
  createCardSetup: (
    setup: CardOffer & { successUrl: string; cancelUrl: string },
  ) => Promise<{ sessionId: string; url: string }>;
  /** @returns null also for a checkout that takes a payment. */
  retrieveCardSetup: (sessionId: string) => Promise<CardSetup | null>;
  retrieveCard: (paymentMethodId: string) => Promise<Card | null>;
  /** The card that a payment was made with. */
  cardOfPayment: (paymentIntentId: string) => Promise<Card | null>;
  /** Idempotent. */
  detachCard: (paymentMethodId: string) => Promise<void>;
  /** Idempotent per order id for a day. A refusal by the bank is a result, not an error. */
  chargeCard: (charge: NewCharge) => Promise<ChargeState>;
  retrieveCharge: (paymentIntentId: string) => Promise<ChargeState | null>;
  /** Searches among the customer's newest payments. */
  findCharge: (customerId: string, orderId: string) => Promise<ChargeState | null>;
  /** Ends a charge that is not settled. @returns its state then, which may be `succeeded`. */
  cancelCharge: (paymentIntentId: string) => Promise<ChargeState>;
  /** @returns the bank's page, or null when the charge needs no confirmation any more. */
  confirmCharge: (confirmation: {
    paymentIntentId: string;
    paymentMethodId: string;
    returnUrl: string;
  }) => Promise<{ url: string | null; state: ChargeState }>;
}
