import { addressOf, choiceParameter } from "#app/lib/address.ts";
import { formatDay } from "#app/lib/wall-clock.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import type { Receipt, ReceiptResponse } from "#core/contract/payments.ts";
import { cardName } from "./settings-view.ts";

const KIND_LABELS: Record<LedgerItem["kind"], string> = {
  top_up: "Top-up",
  usage: "API usage",
  refund: "Refund",
  refund_failed: "Refund returned",
  dispute: "Disputed payment",
  dispute_won: "Dispute won",
  grant: "Credit granted",
  take_back: "Credit taken back",
};

/** `Top-up`, `API usage of Nov 20`. */
export const kindLabel = ({ kind, usage_day }: Pick<LedgerItem, "kind" | "usage_day">): string =>
  usage_day === null ? KIND_LABELS[kind] : `${KIND_LABELS[kind]} of ${formatDay(usage_day)}`;

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

export const tabParameter = choiceParameter("tab", ["statement", "receipts", "settings"], "statement");
export const billingAddress = addressOf({ tab: tabParameter });
