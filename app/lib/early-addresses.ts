/** Where the API answers what a page shows first: for the query of that name, and for who asks ahead of it. */
export const BALANCE_ADDRESS = "/api/account/balance";
export const API_KEYS_ADDRESS = "/api/keys";
export const SUBSCRIPTION_ADDRESS = "/api/account/subscription";
export const RUNWAY_ADDRESS = "/api/account/runway";
const ANALYTICS_ADDRESS = "/api/analytics";

export const analyticsAddress = (query: Record<string, string>) =>
  `${ANALYTICS_ADDRESS}?${new URLSearchParams(query)}`;
export const breakdownAddress = (query: Record<string, string>) =>
  `${ANALYTICS_ADDRESS}/breakdown?${new URLSearchParams(query)}`;
