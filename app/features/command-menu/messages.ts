export const menuMessages = {
  name: "Command menu",
  open: "Search or jump to",
  placeholder: "Search or jump to…",
  keysLoading: "Loading your API keys…",
  keysFailed: "Couldn’t load your API keys.",
  docsLoading: "Loading the documentation…",
  docsFailed: "Couldn’t load the documentation.",
  requestSearching: "Looking for the request…",
  requestFailed: "Couldn’t search your requests.",
  receiptsFailed: "Couldn’t load your receipts.",
  idCopied: { title: "Copied", description: "The request ID is on your clipboard." },
  noRequest: (id: string) => `No request with the ID ${id}`,
  noRequestHint:
    "Your account has no such request. Check that you copied the whole ID from the x-request-id header.",
  noResults: (query: string) => `No results for “${query}”`,
  noResultsHint: "Try the name of a page or key, or a word from the documentation.",
} as const;
