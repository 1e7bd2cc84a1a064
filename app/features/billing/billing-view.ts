import { formatExactDollars } from "#app/lib/format.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import type { Receipt } from "#core/contract/payments.ts";

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

export const kindLabel = ({ kind }: Pick<LedgerItem, "kind">): string => KIND_LABELS[kind];

/** `+$25.00`, `−$0.000412`: always with a sign, and a true minus. */
export function signedAmount(amount: number): string {
  const text = formatExactDollars(Math.abs(amount));
  if (amount === 0) return text;
  return amount > 0 ? `+${text}` : `−${text}`;
}

export const RECEIPT_STATUS = {
  paid: { label: "Paid", tone: "success" },
  partly_reversed: { label: "Partly returned", tone: "warning" },
  reversed: { label: "Returned", tone: "neutral" },
} as const satisfies Record<Receipt["status"], { label: string; tone: string }>;

export const BILLING_TAB = "tab";
export const billingTab = (value: string | null) => (value === "receipts" ? value : "statement");
