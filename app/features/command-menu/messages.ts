export const menuMessages = {
  name: "Command menu",
  open: "Search or jump to",
  placeholder: "Search or jump to…",
  keysLoading: "Loading your API keys…",
  keysFailed: "Couldn’t load your API keys.",
  docsLoading: "Loading the documentation…",
  docsFailed: "Couldn’t load the documentation.",
  noResults: (query: string) => `No results for “${query}”`,
  noResultsHint: "Try the name of a page or key, or a word from the documentation.",
} as const;
