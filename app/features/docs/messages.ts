export const docsMessages = {
  title: "Documentation",
  backToDashboard: "Back to Dashboard",
  backToLogin: "Back to Login",
  onThisPage: "On this page",
  search: "Search the documentation",
  searchFailed: "Couldn’t load the search. Please try again.",
  noResults: (query: string) => `No results for “${query}”`,
} as const;
