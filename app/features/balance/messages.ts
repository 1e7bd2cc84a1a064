export const balanceMessages = {
  title: "Account Balance",
  loadFailed: "Could not load balance information",
  low: "Low balance! Add funds to continue using API keys.",
  setUpAutoTopUp: "Set up auto top-up",
  overdrawn: "Your balance is below zero, so spending has stopped until you add funds.",
  held: "Reserved for requests in progress. Anything they don’t use is returned.",
  spentFailed: "Couldn’t load your spending.",
  noLimit: "No spending limit",
  setLimit: { text: "Set a limit", name: "Set a limit for your account’s spending" },
  editLimits: (limit: string) => ({ text: `of ${limit}`, name: `of ${limit}, edit spending limits` }),
  minimumHint: "Minimum amount: $5",
  invalidAmount: { title: "Invalid amount", description: "Minimum top-up amount is $5" },
} as const;
