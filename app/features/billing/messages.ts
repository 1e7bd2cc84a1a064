export const billingMessages = {
  statement: "Statement",
  receipts: "Receipts",
  statementFailed: "Could not load your statement",
  receiptsFailed: "Could not load your receipts",
  receiptFailed: "Could not load this receipt",
  downloadFailed: { title: "Error", description: "Failed to download the statement. Please try again." },
  noTransactions: "No transactions yet",
  noTransactionsHint: "Your top-ups and usage appear here.",
  noReceipts: "No receipts yet",
  noReceiptsHint: "Every payment has a receipt that you can print or save.",
  notFound: "Receipt not found",
  notFoundHint: "Your account has no receipt with this address.",
} as const;
