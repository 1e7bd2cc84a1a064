import { DOCUMENTATION_PAGES } from "#app/lib/documentation/topics.ts";
import { loginPath, paths } from "#app/lib/paths.ts";

/** A visit to a route, and where it ends up. */
export interface Visit {
  /** As in `app/routes.ts`. */
  route: string;
  address: string;
  /** When signed out. */
  signedOut: string;
  /** When signed in. */
  signedIn: string;
}

const open = (route: string, address: string, { signedOut = address, signedIn = address } = {}): Visit => ({
  route,
  address,
  signedOut,
  signedIn,
});
const guarded = (route: string, address = `/${route}`): Visit =>
  open(route, address, { signedOut: loginPath(address) });
const elsewhere = (route: string, address: string): Visit =>
  open(route, address, { signedOut: paths.login, signedIn: paths.dashboard });

/** What the signed-in account needs for a visit. */
export interface Owned {
  keyId: string;
}

const OPERATION = paths.documentationTopic("reference/list-api-keys");

/** Every page (specification, section 2), at least once. */
export const visitsOf = ({ keyId }: Owned): Visit[] => [
  guarded("", paths.dashboard),
  guarded("api-keys"),
  guarded("api-keys/:id/usage", paths.keyUsage(keyId)),
  guarded("usage"),
  guarded("playground"),
  guarded("purchase-api-key"),
  guarded("add-balance"),
  guarded("add-balance", `${paths.addBalance}?amount=50`),
  guarded("billing"),
  guarded("billing", `${paths.billing}?tab=receipts`),
  guarded("billing", paths.billingSettings),
  guarded("billing/statements/:month", paths.statement("2026-10")),
  guarded("activity"),
  guarded("user-management"),
  guarded("profile"),
  guarded("payment/success"),
  guarded("payment-success"),
  open("login", paths.login, { signedIn: paths.dashboard }),
  open("signup", paths.signUp, { signedIn: paths.dashboard }),
  open("reset-password/:token?", paths.resetPassword),
  // A token is removed from the address immediately.
  open("reset-password/:token?", `${paths.resetPassword}/a-token`, {
    signedOut: paths.resetPassword,
    signedIn: paths.resetPassword,
  }),
  open("terms", paths.terms),
  open("pricing", paths.pricing),
  open("documentation/:topic?", paths.documentation),
  ...DOCUMENTATION_PAGES.map(({ name }) => open("documentation/:topic?", paths.documentationTopic(name))),
  open("documentation/reference/:operation", OPERATION),
  elsewhere("documentation/:topic?", paths.documentationTopic("no-such-topic")),
];

/** The receipt of one of the account's own payments. */
export const receiptVisit = (id: string): Visit => guarded("billing/receipts/:id", paths.receipt(id));

/** One of the account's own automatic charges. */
export const chargeVisit = (id: string): Visit =>
  guarded("billing/auto-top-up/:id", paths.autoTopUpCharge(id));

/** The operator's desk, for anybody else. */
export const OPERATOR_VISITS: Visit[] = [
  elsewhere("operator", paths.operator),
  elsewhere("operator/*", `${paths.operator}/no-such-page`),
  elsewhere("operator/accounts", paths.operatorAccounts),
  elsewhere("operator/accounts/:id", paths.operatorAccount(1)),
  elsewhere("operator/prices", paths.operatorPrices),
  elsewhere("operator/payments", paths.operatorPayments),
  elsewhere("operator/alerts", paths.operatorAlerts),
  elsewhere("operator/audit", paths.operatorAudit),
];

/** Documents with status 404, which browsers log. */
export const MISSING_VISITS: Visit[] = [
  ...OPERATOR_VISITS,
  elsewhere("*", "/no-such-page"),
  elsewhere("*", "/operatorx"),
  elsewhere("*", `${paths.documentationTopic("authentication")}/more`),
];

/** The operator's desk for an operator, and the request that each page shows the response of. */
export const deskVisitsOf = (accountId: number) => [
  { address: paths.operator, title: "Overview", late: "api/operator/overview" },
  { address: paths.operatorAccounts, title: "Accounts", late: "api/operator/accounts" },
  {
    address: paths.operatorAccount(accountId),
    title: "Account",
    late: `api/operator/accounts/${accountId}`,
  },
  { address: paths.operatorPrices, title: "Models & prices", late: "api/operator/prices" },
  { address: paths.operatorPayments, title: "Payments & webhooks", late: "api/operator/payments" },
  { address: paths.operatorAlerts, title: "Alerts", late: "api/operator/alerts" },
  { address: paths.operatorAudit, title: "Audit", late: "api/operator/audit" },
];

/** Routes that return data to a page. */
export const NO_PAGES = [
  "documentation/sections.json",
  "llms.txt",
  "llms-full.txt",
  "robots.txt",
  "sitemap.xml",
  ".well-known/security.txt",
];

const TITLES: Record<string, string> = {
  [paths.dashboard]: "Dashboard",
  [paths.apiKeys]: "API Keys",
  [paths.usage]: "Usage",
  [paths.playground]: "Playground",
  [paths.purchaseApiKey]: "Purchase API Key",
  [paths.addBalance]: "Add Balance",
  [paths.billing]: "Billing",
  [paths.activity]: "Activity",
  [paths.userManagement]: "Users",
  [paths.profile]: "Settings",
  [paths.paymentSuccess]: "Payment",
  [paths.purchaseSuccess]: "Payment",
  [paths.login]: "Sign in",
  [paths.signUp]: "Create your account",
  [paths.resetPassword]: "Reset your password",
  [paths.terms]: "Terms",
  [paths.pricing]: "Models & pricing",
  [paths.documentation]: "Authentication · Documentation",
  [OPERATION]: "List API keys · Documentation",
};

/** The title of a page's tab. */
export function titleOf(address: string): string {
  const { pathname } = new URL(address, "http://localhost");
  const topic = DOCUMENTATION_PAGES.find(({ name }) => pathname === paths.documentationTopic(name));
  if (topic) return `${topic.title} · Documentation · Latchkey`;
  if (pathname.endsWith("/usage") && pathname !== paths.usage) return "API Key Usage · Latchkey";
  if (pathname.startsWith("/billing/receipts/")) return "Receipt · Latchkey";
  if (pathname.startsWith("/billing/statements/")) return "Statement · Latchkey";
  if (pathname.startsWith("/billing/auto-top-up/")) return "Automatic charge · Latchkey";
  return `${TITLES[pathname]} · Latchkey`;
}
