import { formatExactDollars } from "#app/lib/format.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import type { Receipt } from "#core/contract/receipts.ts";

const KIND_LABELS: Record<LedgerItem["kind"], string> = {
  top_up: "Top-up",
  usage: "API usage",
  refund: "Refund",
  refund_failed: "Refund returned",
  dispute: "Disputed payment",
  dispute_won: "Dispute won",
  grant: "Credit from us",
  take_back: "Credit taken back",
};

export const kindLabel = ({ kind }: Pick<LedgerItem, "kind">): string => KIND_LABELS[kind];

/** `+$25.00`, `−$0.000412`: the sign is always told, with a true minus. */
export function signedAmount(amount: number): string {
  const text = formatExactDollars(Math.abs(amount));
  if (amount === 0) return text;
  return amount > 0 ? `+${text}` : `−${text}`;
}

const MICROS = 1_000_000;

/** What the amounts add up to, in dollars, without the dust of binary fractions. */
export const sumOf = (items: readonly Pick<LedgerItem, "amount">[]): number =>
  items.reduce((sum, { amount }) => sum + Math.round(amount * MICROS), 0) / MICROS;

export const RECEIPT_STATUS = {
  paid: { label: "Paid", tone: "success" },
  partly_reversed: { label: "Partly returned", tone: "warning" },
  reversed: { label: "Returned", tone: "neutral" },
} as const satisfies Record<Receipt["status"], { label: string; tone: string }>;

export const BILLING_TAB = "tab";
const TABS = ["statement", "receipts"] as const;
export type BillingTab = (typeof TABS)[number];

/** The tab an address asks for; the first one for anything else. */
export const billingTab = (wanted: string | null): BillingTab =>
  TABS.find((tab) => tab === wanted) ?? "statement";
