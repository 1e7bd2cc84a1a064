import { INVALID_TOP_UP_AMOUNT } from "#core/domain/top-up.ts";

export const paymentMessages = {
  initiated: { title: "Payment initiated", description: "Complete your payment in the new tab." },
  initiateFailed: { title: "Error", description: "Failed to initiate top-up. Please try again." },
  invalidAmount: { title: "Invalid amount", description: INVALID_TOP_UP_AMOUNT },
  linkNotFound: "Payment link not found for the selected amount",
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
    title: "Your payment is on its way",
    description: "It has not been confirmed yet. Your balance follows as soon as it is.",
  },
  planPending: {
    title: "Your payment is on its way",
    description: "It has not been confirmed yet. Your plan begins as soon as it is.",
  },
  redirecting: "You will be taken to the dashboard in 3 seconds.",
} as const;

export const purchaseMessages = {
  redirecting: { title: "Redirecting to Payment" },
  signedOut: { title: "Authentication Required", description: "Please log in to purchase an API key." },
  failedTitle: "Error",
  linkFailed: "Failed to create payment link",
  failed: "Failed to initiate purchase. Please try again.",
} as const;

/** What an order is called where its amount stands. */
export const ORDER_LABELS = { balance: "Top-up", api_key: "Premium plan" } as const;
