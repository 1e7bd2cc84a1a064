import type { AutoTopUpCharge } from "#core/contract/auto-top-up.ts";

export const billingMessages = {
  statement: "Statement",
  receipts: "Receipts",
  settings: "Settings",
  statementTitle: "Your transactions",
  receiptsTitle: "Your receipts",
  statementFailed: "Could not load your statement",
  receiptsFailed: "Could not load your receipts",
  receiptFailed: "Could not load this receipt",
  downloadFailed: { title: "Error", description: "Failed to download the statement. Please try again." },
  noTransactions: "No transactions yet",
  noTransactionsHint: "Your top-ups and usage appear here.",
  exactHint: "Hover an amount for its exact value.",
  noReceipts: "No receipts yet",
  noReceiptsHint: "Every payment has a receipt that you can print or save.",
  notFound: "Receipt not found",
  notFoundHint: "We couldn’t find this receipt in your account.",
  invoiceFailed: { title: "Error", description: "Failed to open the invoice. Please try again." },
  chargeFailed: "Could not load this charge",
  chargeNotFound: "Charge not found",
  chargeNotFoundHint: "We couldn’t find this automatic charge in your account.",
  confirmFailed: { title: "Error", description: "Failed to open your bank’s page. Please try again." },
} as const;

type ChargeText = { label: string; tone: "success" | "warning" | "danger" | "neutral"; text: string };

/** What the page of an automatic charge says about each status. */
export const chargeTexts: Record<AutoTopUpCharge["status"], ChargeText> = {
  pending: {
    label: "In progress",
    tone: "neutral",
    text: "Your balance will update when the payment clears.",
  },
  confirmation_needed: {
    label: "Needs confirmation",
    tone: "warning",
    text: "Your bank wants you to confirm this charge. Your balance will update once you do.",
  },
  paid: { label: "Paid", tone: "success", text: "The amount was added to your balance." },
  declined: {
    label: "Declined",
    tone: "danger",
    text: "Your card was declined, and nothing was charged. Replace the card to use auto top-up again.",
  },
  canceled: {
    label: "Canceled",
    tone: "neutral",
    text: "This charge was canceled, and nothing was charged.",
  },
};
