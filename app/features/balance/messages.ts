export const balanceMessages = {
  title: "Account Balance",
  loadFailed: "Could not load balance information",
  low: "Low balance! Add funds to continue using API keys.",
  overdrawn: "Your balance is below zero, so spending has stopped until you add funds.",
  held: "Reserved for requests in progress. Anything they don’t use is returned.",
  spentFailed: "Couldn’t load your spending.",
  setBudget: { text: "Set a budget", name: "Set a budget for your account" },
  editBudgets: (budget: string) => ({ text: `of ${budget}`, name: `of ${budget}, edit account budgets` }),
  budgetsSaved: { title: "Account Budgets Saved", description: "They apply to all your keys from now on." },
  budgetsFailed: { title: "Error", description: "Failed to save account budgets. Please try again." },
  minimumHint: "Minimum amount: $5",
  invalidAmount: { title: "Invalid amount", description: "Minimum top-up amount is $5" },
} as const;
