import { formatDay } from "#app/lib/wall-clock.ts";
import type { AutoTopUpCharge } from "#core/contract/auto-top-up.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import type { Receipt } from "#core/contract/payments.ts";

export const billingMessages = {
  statement: "Statement",
  receipts: "Receipts",
  settings: "Settings",
  transactions: "Transactions",
  transactionsShown: "Transactions shown",
  noneOfThese: "None in this period.",
  period: "Month of the statement",
  periodsHeading: "Months with transactions, and what you spent",
  allTime: "All time",
  printsMonths: "Choose a month to print its statement.",
  usageByModel: "Usage by model",
  noUsage: "No requests in this period.",
  noModel: "No model",
  differences: {
    late: "Usage of earlier months, recorded late",
    later: "Recorded late, in a later statement",
    other: "Usage from before it was kept by model",
  },
  paidByPlan: (amount: string) => `Your plan paid ${amount} of these requests. It isn’t in the sums.`,
  imported: (amount: string) => `Imported requests cost ${amount} elsewhere. They aren’t in the sums.`,
  statementNotFound: "Statement not found",
  statementNotFoundHint: "A statement covers a month with transactions, such as the current one.",
  statementNote:
    "Amounts are in US dollars, rounded to cents; the CSV has exact values. Not a tax invoice: each payment has a receipt of its own.",
  otherMonthHint: "Choose another month, or go back to the current one.",
  toCurrentMonth: "Go to the current month",
  receiptsTitle: "Your receipts",
  statementFailed: "Could not load your statement",
  receiptsFailed: "Could not load your receipts",
  receiptFailed: "Could not load this receipt",
  downloadFailed: { title: "Error", description: "Failed to download the statement. Please try again." },
  noTransactions: "No transactions yet",
  noTransactionsHint: "Your top-ups and usage appear here.",
  exactHint: "Hover an amount for its exact value.",
  pending: "Pending",
  refused: "Your bank refused it. Nothing was added.",
  notInBalance: "It isn’t in your balance yet.",
  paymentDetails: "Payment details",
  tryAgain: "Try again",
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

export const RECEIPT_STATUS = {
  paid: { label: "Paid", tone: "success" },
  partly_reversed: { label: "Partly returned", tone: "warning" },
  reversed: { label: "Returned", tone: "neutral" },
  pending: { label: billingMessages.pending, tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
} as const satisfies Record<Receipt["status"], { label: string; tone: string }>;

export const showLabels = { all: "All", added: "Added", usage: "Usage" } as const;

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

export const settingsMessages = {
  sections: {
    card: {
      title: "Payment method",
      description: "Used for auto top-up. Stripe stores the card; we never see its number.",
    },
    autoTopUp: {
      title: "Auto top-up",
      description: "Charges your saved card when your balance is low, never above your monthly limit.",
    },
    limits: {
      title: "Spending limits",
      description:
        "For your whole account, on top of each key’s budget. Requests that could exceed a limit are refused, not charged.",
    },
    spendAlerts: (email: string) => ({
      title: "Spend alerts",
      description: `For your whole account. We’ll email ${email} once per amount and month, and show it under the bell.`,
    }),
    stop: {
      title: "Emergency stop",
      description:
        "Refuses every request of your account until you start it again. Keys and balance stay as they are.",
    },
  },
  cardFailed: "Could not load your card",
  noCard: "No card saved",
  noCardHint: "Add one to turn on auto top-up.",
  addCard: "Add card",
  replace: "Replace",
  replaceCard: "Replace card",
  remove: "Remove",
  removeTitle: "Remove this card?",
  removeDescription: "Auto top-up is turned off. Your balance stays as it is.",
  removeFailed: "Failed to remove the card. Please try again.",
  removed: { title: "Card Removed", description: "Auto top-up is off." },
  cardSaved: { title: "Card Saved", description: "You can use it for auto top-up." },
  cardNotSaved: { title: "Card not saved", description: "The card page wasn’t completed. Please try again." },
  cardSetupFailed: { title: "Error", description: "Failed to open the card page. Please try again." },
  autoTopUpFailed: "Could not load auto top-up",
  purpose: "Adds funds before your balance runs out.",
  needsCard: "Add a card first to turn it on.",
  unsupportedCard:
    "Banks in this card’s country want you to approve each charge, so auto top-up can’t use it. Add another card to turn it on.",
  onAfterSave: "Turns on when you save.",
  offAfterSave: "Turns off when you save.",
  rules:
    "At most one charge an hour and three a day. If your bank asks you to confirm a charge, we’ll email you a link.",
  history: "History",
  noCharges: "No automatic charges yet.",
  historyFailed: "Could not load the history",
  noLimit: "No limit",
  limitsFailed: "Could not load your spending limits",
  alertsFailed: "Could not load your spend alerts",
  alertsLabel: "Email me when this month’s spend reaches",
  alertsHint: "Alerts don’t stop requests. To stop them, set a spending limit.",
  addAlert: "Add an amount, up to 5",
  allAlerts: "All 5 amounts are set",
  notificationSettings: "Notification settings",
  alreadyBelow: "Your balance is already below this. We’ll notify you the next time it falls below it.",
  unsaved: "Unsaved changes",
  saved: "No unsaved changes",
  save: "Save changes",
  saving: "Saving…",
  settingsSaved: { title: "Settings Saved", description: "They apply from now on." },
  savedAndCharged: (amount: string) => ({
    title: "Settings Saved",
    description: `Your card is being charged ${amount}.`,
  }),
  chargeTitle: "Save and charge your card now?",
  laterChargeTitle: "Agree to a later charge?",
  settingsFailed: "Failed to save your settings. Please try again.",
  leaveTitle: "Leave without saving?",
  leaveDescription: "Your changes to these settings will be lost.",
  stay: "Keep editing",
  leave: "Leave without saving",
} as const;

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

/** `Top-up`, `Auto top-up`, `API usage of Nov 20`. */
export function kindLabel({
  kind,
  usage_day,
  automatic,
}: Pick<LedgerItem, "kind" | "usage_day" | "automatic">): string {
  if (usage_day !== null) return `${KIND_LABELS[kind]} of ${formatDay(usage_day)}`;
  return automatic && kind === "top_up" ? "Auto top-up" : KIND_LABELS[kind];
}
