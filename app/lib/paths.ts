/** Every address of the app. */
export const paths = {
  dashboard: "/",
  login: "/login",
  signUp: "/signup",
  resetPassword: "/reset-password",
  terms: "/terms",
  apiKeys: "/api-keys",
  keyUsage: (id: string) => `/api-keys/${encodeURIComponent(id)}/usage`,
  usage: "/usage",
  purchaseApiKey: "/purchase-api-key",
  addBalance: "/add-balance",
  paymentSuccess: "/payment/success",
  purchaseSuccess: "/payment-success",
  billing: "/billing",
  receipt: (id: string) => `/billing/receipts/${encodeURIComponent(id)}`,
  activity: "/activity",
  userManagement: "/user-management",
  profile: "/profile",
  documentation: "/documentation",
  documentationTopic: (topic: string) => `/documentation/${topic}`,
  documentationSections: "/documentation/sections.json",
} as const;

/** The query parameter of `/login` that says where to go afterwards. */
export const RETURN_PARAMETER = "return_to";

/** `/login`, carrying the way back; without one where that is the dashboard anyway, or `/login` itself. */
export function loginPath(returnTo: string): string {
  if (returnTo === paths.dashboard || returnTo === paths.login) return paths.login;
  return `${paths.login}?${new URLSearchParams({ [RETURN_PARAMETER]: returnTo })}`;
}

/** The query parameters of a mailed link: a one-time token, what it is for, and where it was asked to lead. */
export const mailedLink = { tokenHash: "token_hash", type: "type", redirectTo: "redirect_to" } as const;
