/** Keys and addresses of the queries that the page's inline script sends before the app's code has loaded. */
export interface EarlyQuery {
  queryKey: readonly unknown[];
  address: string;
}

export const earlyQueries = {
  balance: { queryKey: ["balance"], address: "/api/account/balance" },
  /** Below the balance's key: whatever changes the balance refetches both. */
  runway: { queryKey: ["balance", "runway"], address: "/api/account/runway" },
  subscription: { queryKey: ["subscription"], address: "/api/account/subscription" },
  apiKeys: { queryKey: ["apiKeys"], address: "/api/keys" },
  analytics: (query: Record<string, string>) => ({
    queryKey: ["analytics", query],
    address: `/api/figures?${new URLSearchParams(query)}`,
  }),
  breakdown: (query: Record<string, string>) => ({
    queryKey: ["breakdown", query],
    address: `/api/figures/breakdown?${new URLSearchParams(query)}`,
  }),
} as const;
