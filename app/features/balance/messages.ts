export const balanceMessages = {
  loadFailed: "Could not load balance information",
  low: "Low balance! Add funds to continue using API keys.",
  minimumHint: "Minimum amount: $5",
  invalidAmount: { title: "Invalid amount", description: "Minimum top-up amount is $5" },
} as const;
