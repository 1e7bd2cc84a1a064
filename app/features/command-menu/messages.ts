export const menuMessages = {
  name: "Command menu",
  open: "Search or jump to",
  placeholder: "Search or jump to…",
  keysLoading: "Loading your API keys…",
  keysFailed: "Your API keys could not be loaded.",
  docsLoading: "Loading the documentation’s sections…",
  docsFailed: "The documentation’s sections could not be loaded.",
  noResults: (query: string) => `No results for “${query}”`,
  noResultsHint: "Try the name of a page, of a key, or a word from the documentation.",
} as const;
