const BASE = "http://same-site.invalid";

export const paths = {
  dashboard: "/",
  login: "/login",
  signUp: "/signup",
  resetPassword: "/reset-password",
  terms: "/terms",
  apiKeys: "/api-keys",
  keyUsage: (id: string) => `/api-keys/${encodeURIComponent(id)}/usage`,
  usage: "/usage",
  playground: "/playground",
  request: (id: string) => `/usage?request=${encodeURIComponent(id)}`,
  purchaseApiKey: "/purchase-api-key",
  addBalance: "/add-balance",
  paymentSuccess: "/payment/success",
  purchaseSuccess: "/payment-success",
  billing: "/billing",
  receipts: "/billing?tab=receipts",
  billingSettings: "/billing?tab=settings",
  autoTopUp: "/billing?tab=settings#auto-top-up",
  spendAlerts: "/billing?tab=settings#spend-alerts",
  spendingLimits: "/billing?tab=settings#spending-limits",
  receipt: (id: string) => `/billing/receipts/${encodeURIComponent(id)}`,
  statement: (month: string) => `/billing/statements/${encodeURIComponent(month)}`,
  autoTopUpCharge: (id: string) => `/billing/auto-top-up/${encodeURIComponent(id)}`,
  activity: "/activity",
  userManagement: "/user-management",
  userManagementTab: (tab: "email" | "password" | "invite") => `/user-management?tab=${tab}`,
  profile: "/profile",
  operator: "/operator",
  operatorAccounts: "/operator/accounts",
  operatorAccount: (id: number) => `/operator/accounts/${id}`,
  operatorPrices: "/operator/prices",
  operatorPayments: "/operator/payments",
  operatorAlerts: "/operator/alerts",
  operatorAudit: "/operator/audit",
  documentation: "/documentation",
  documentationTopic: (topic: string) => `/documentation/${topic}`,
  charges: "/documentation/charges",
  pricing: "/pricing",
  changelog: "/documentation/changelog",
  documentationSections: "/documentation/sections.json",
  llms: "/llms.txt",
  llmsFull: "/llms-full.txt",
  sitemap: "/sitemap.xml",
  securityText: "/.well-known/security.txt",
} as const;

/** For search engines, besides the documentation. */
export const publicPages = [paths.pricing, paths.login, paths.signUp, paths.resetPassword, paths.terms];

/** Opens the create dialog on the API keys page. */
export const CREATE_KEY_HASH = "#create";
/** Opens it for a test key, which needs no balance. */
export const CREATE_TEST_KEY_HASH = "#create-test";

/** The query parameter of `/login`, and of `/profile` for a missing second factor, that says where to go afterwards. */
export const RETURN_PARAMETER = "return_to";

/** Settings, to set up a second factor and then go on to `returnTo`. */
export const secondFactorPath = (returnTo: string) =>
  `${paths.profile}?${new URLSearchParams({ [RETURN_PARAMETER]: returnTo })}#two-factor`;

/** `/login`, with the way back unless that is the dashboard, the default, or `/login` itself. */
export function loginPath(returnTo: string): string {
  if (returnTo === paths.dashboard || returnTo === paths.login) return paths.login;
  return `${paths.login}?${new URLSearchParams({ [RETURN_PARAMETER]: returnTo })}`;
}

/** The query parameters of an emailed link: a one-time token, its purpose, and the requested target. */
export const mailedLink = { tokenHash: "token_hash", type: "type", redirectTo: "redirect_to" } as const;

/**
 * The page to open after signing in: `wanted` if it is a path of this site, else the dashboard.
 * The URL parser decides, as the browser will: it drops tabs, and reads `\` as `/`.
 */
export function safeReturnPath(wanted: string | null): string {
  if (!wanted?.startsWith("/") || !URL.canParse(wanted, BASE)) return paths.dashboard;
  const url = new URL(wanted, BASE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil.example` stays on this origin but comes out as a protocol-relative `//evil.example`.
  const leavesSite = url.origin !== BASE || path.startsWith("//");
  return leavesSite || url.pathname === paths.login ? paths.dashboard : path;
}

/** The way back in the query of `/login`: its own, or the one in the target that an emailed link was requested for. */
export function returnPathOf(query: URLSearchParams): string {
  const target = query.get(mailedLink.redirectTo);
  const inTarget =
    target && URL.canParse(target, BASE) ? new URL(target, BASE).searchParams.get(RETURN_PARAMETER) : null;
  return safeReturnPath(query.get(RETURN_PARAMETER) ?? inTarget);
}
