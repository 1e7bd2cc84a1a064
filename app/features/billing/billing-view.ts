import type { Receipt, ReceiptResponse } from "#core/contract/payments.ts";
import { cardName } from "./settings-view.ts";

export const RECEIPT_STATUS = {
  paid: { label: "Paid", tone: "success" },
  partly_reversed: { label: "Partly returned", tone: "warning" },
  reversed: { label: "Returned", tone: "neutral" },
} as const satisfies Record<Receipt["status"], { label: string; tone: string }>;

const METHODS: Record<string, string> = {
  link: "Link",
  paypal: "PayPal",
  sepa_debit: "SEPA debit",
  upi: "UPI",
  us_bank_account: "US bank account",
};

/** `Visa •••• 4242`; a method that is new to us by the payment provider's name for it. */
export function methodText(method: NonNullable<ReceiptResponse["payment_method"]>): string {
  const { type, brand, last4 } = method;
  if (brand !== null && last4 !== null) return cardName({ brand, last4 });
  const words = type.replaceAll("_", " ");
  return METHODS[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
