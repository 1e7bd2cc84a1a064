import { INVALID_TOP_UP_AMOUNT } from "#core/domain/products.ts";

export const paymentMessages = {
  initiated: { title: "Payment initiated", description: "Complete your payment in the new tab." },
  initiateFailed: { title: "Error", description: "Failed to initiate top-up. Please try again." },
  invalidAmount: { title: "Invalid amount", description: INVALID_TOP_UP_AMOUNT },
  linkNotFound: "Payment link not found for the selected amount",
  saveCard: "Save this card for auto top-up",
  successful: { title: "Payment successful", description: "Your account balance has been updated." },
  planSuccessful: {
    title: "Payment successful",
    description: "Your Premium plan is active, and its key is ready.",
  },
  failedTitle: "Payment verification failed",
  errorTitle: "Error verifying payment",
  noSession: "No session ID provided. Unable to verify payment.",
  unable: "Unable to verify payment. Please contact support.",
  failed: "Failed to verify payment. Please contact support.",
  verifying: {
    title: "Verifying your payment",
    description: "This takes a few seconds. Keep this page open.",
  },
  pending: {
    title: "Your payment is pending",
    description: "It hasn’t been confirmed yet. Your balance will update when the payment clears.",
  },
  planPending: {
    title: "Your payment is pending",
    description: "It hasn’t been confirmed yet. Your plan will start when the payment clears.",
  },
  againTitle: "Add more while a payment is pending?",
  again: (pending: string) => `${pending}. It isn’t in your balance yet, and this would be another payment.`,
  canceled: "You canceled the payment. You haven’t been charged.",
  redirecting: "You’ll be taken to the dashboard in 3 seconds.",
  closing: "The tab you started from is up to date. This one closes in 3 seconds.",
  closable: "The tab you started from is up to date. You can close this one.",
} as const;

export const purchaseMessages = {
  redirecting: { title: "Redirecting to Payment" },
  signedOut: { title: "Authentication Required", description: "Please log in to purchase an API key." },
  failedTitle: "Error",
  linkFailed: "Failed to create payment link",
  failed: "Failed to initiate purchase. Please try again.",
} as const;

export const ORDER_LABELS = { balance: "Top-up", api_key: "Premium plan" } as const;
