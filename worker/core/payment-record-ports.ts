/** The payment of a checkout, which can take days after the checkout is complete. */
export interface CheckoutPayment {
  /** The payment of a complete checkout was refused for good. */
  paymentFailed: boolean;
  /** How it is paid; null until that is known. `last4` is of the card or bank account. */
  method: { type: string; last4: string | null } | null;
}

/** How a payment was made, and what the provider calculated and issued for it. */
export interface PaymentDetails {
  /** The provider's name for the method, such as `card` or `us_bank_account`. */
  method: string | null;
  /** The provider's name, such as `visa`; null unless it was a card. */
  cardBrand: string | null;
  /** Also the last digits of a bank account. */
  cardLast4: string | null;
  /** Part of the amount, in minor units of its currency; null if the provider calculated no tax. */
  taxMinor: number | null;
  invoiceId: string | null;
  /** False while the provider still prepares some of it, such as the invoice. */
  complete: boolean;
}

/** Reads only. @throws DomainError `payment_provider_error`. Null: the provider knows none. */
export interface PaymentRecords {
  /** Of a settled payment. `sessionId` is null for a charge without a checkout. */
  paymentDetails: (payment: {
    sessionId: string | null;
    paymentIntentId: string;
  }) => Promise<PaymentDetails | null>;
  /**
   * The provider's page of an invoice. Whoever has the address can open it until it expires, so it is never stored or
   * logged.
   */
  invoiceUrl: (invoiceId: string) => Promise<string | null>;
}
