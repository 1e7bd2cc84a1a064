export const usageLogMessages = {
  log: "Request log",
  failed: "Could not load the requests",
  moreFailed: "Could not load more requests",
  empty: "No requests",
  emptyHelp: "No request matches these filters in this time.",
  receipt: "Request",
  notFound: "Request not found",
  notFoundHelp: "There is no such request in your account, or it is older than the log reaches.",
  receiptFailed: "Could not load this request",
  downloadFailed: { title: "Error", description: "Failed to download the requests. Please try again." },
} as const;
