export const docsMessages = {
  title: "Documentation",
  backToDashboard: "Back to Dashboard",
  backToLogin: "Back to Login",
  onThisPage: "On this page",
  copyFailed: { title: "Error", description: "Failed to copy to clipboard." },
  search: "Search the documentation",
  searchFailed: "The search could not be loaded. Please try again.",
  noResults: (query: string) => `No results for “${query}”`,
} as const;
