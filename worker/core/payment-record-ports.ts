/** How a payment was made, and what the provider calculated and issued for it. */
export interface PaymentDetails {
  /** The provider's name for the method, such as `card` or `us_bank_account`. */
  method: string | null;
  /** The provider's name, such as `visa`; null unless it was a card. */
  cardBrand: string | null;
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
