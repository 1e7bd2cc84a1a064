import type { TokenScope } from "#core/domain/access-token.ts";

/**
 * Who may send a request: anyone, the payment provider by its signature, the service's operator by a token of the
 * configuration, a person who is signed in, or an operator at the desk.
 */
type Credential = "none" | "signature" | "monitor" | "session" | "operator";

/** The requirements of a route. The limits per address and per account apply to every route. */
export interface Access {
  credential: Credential;
  /** Without it, the session is checked once a minute, and the route works while the identity provider is unreachable. */
  live: boolean;
  /** A second factor, for everyone who has one. At the desk, everyone must have one. */
  secondFactor: boolean;
  /**
   * A proof of the last five minutes that the person is there: a code, or their password. `settled`: and none of the
   * ten minutes after their second factor was removed.
   */
  presence: "none" | "proof" | "settled";
  /** The scope with which an access token may be used; null for a route that refuses access tokens. */
  scope: TokenScope | null;
  /** Where a request names a key of the account: it is read in the same call as the account. */
  key: "path" | "query" | null;
  /** A session may always name itself. */
  ownSession: boolean;
  /** Also for an account that is closed, whose session isn't checked. */
  evenClosed: boolean;
  /** The desk's pages repeat it by themselves: it doesn't keep an operator's session from being idle. */
  repeated: boolean;
  /** Longest body, in bytes. */
  bodyMax: number;
}

const KB = 1024;

const OPEN: Access = {
  credential: "none",
  live: false,
  secondFactor: false,
  presence: "none",
  scope: null,
  key: null,
  ownSession: false,
  evenClosed: false,
  repeated: false,
  bodyMax: 32 * KB,
};
const WEBHOOK: Access = { ...OPEN, credential: "signature", bodyMax: 512 * KB };
const MONITOR: Access = { ...OPEN, credential: "monitor" };

const READ: Access = { ...OPEN, credential: "session", secondFactor: true };
const CHANGE: Access = { ...READ, live: true };
/** Outlasts the session, as a change or as a copy. */
const LASTING: Access = { ...CHANGE, presence: "proof" };
/** Outlasts the session, and spends money or reads without it. */
const SETTLED: Access = { ...CHANGE, presence: "settled" };
/** In an emergency any session is enough, because the change can be undone, or the provider would make it as well. */
const EMERGENCY: Access = { ...READ, secondFactor: false };
/** Stands in for the second factor. */
const RECOVERY: Access = { ...CHANGE, secondFactor: false };
const OWN_SESSION: Access = { ...CHANGE, ownSession: true };
const DELETION: Access = { ...LASTING, evenClosed: true };

const OPERATOR: Access = { ...CHANGE, credential: "operator" };
const OPERATOR_REPEATED: Access = { ...OPERATOR, repeated: true };
const OPERATOR_PRESENT: Access = { ...OPERATOR, presence: "proof" };
/** A thousand models have room. */
const PRICE_LIST_MAX = 1024 * KB;

/** A long conversation. */
const ESTIMATE_MAX = 1024 * KB;

const scoped = (access: Access, scope: TokenScope): Access => ({ ...access, scope });
/** Of a key: `:id` of the path, or `key_id` of the query. */
const ofKey = (access: Access, key: "path" | "query"): Access => ({ ...access, key });

const USAGE = ofKey(scoped(READ, "usage:read"), "query");

const DESK = "/api/operator";

/**
 * Every route of `/api`. The app doesn't start with one that is missing here, unless it is the desk's: there, an operator
 * may read, and change something with a proof of presence.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  "GET /api/health": OPEN,
  "GET /api/openapi.json": OPEN,
  "GET /api/prices": OPEN,
  "GET /api/metrics": MONITOR,
  "POST /api/stripe/webhook": WEBHOOK,

  "GET /api/keys": scoped(READ, "keys:read"),
  "POST /api/keys": scoped(CHANGE, "keys:write"),
  "PATCH /api/keys/:id": scoped(CHANGE, "keys:write"),
  "PUT /api/keys/:id/budgets": scoped(CHANGE, "keys:write"),
  "POST /api/keys/:id/budgets/trial": ofKey(scoped(CHANGE, "keys:read"), "path"),
  "POST /api/keys/:id/restrictions/trial": ofKey(scoped(CHANGE, "keys:read"), "path"),
  "POST /api/keys/:id/reveal": ofKey(CHANGE, "path"),
  "POST /api/keys/:id/rotate": ofKey(scoped(CHANGE, "keys:write"), "path"),
  "POST /api/keys/:id/revoke": scoped(READ, "keys:write"),

  "GET /api/tokens": READ,
  "POST /api/tokens": SETTLED,
  "POST /api/tokens/:id/revoke": READ,
  "POST /api/tokens/revoke-all": READ,

  "GET /api/figures": USAGE,
  "GET /api/figures/breakdown": USAGE,
  "GET /api/figures/stacked": USAGE,
  "GET /api/analytics": USAGE,
  "GET /api/analytics/breakdown": USAGE,
  "GET /api/analytics/stacked": USAGE,
  "GET /api/usage": USAGE,
  "GET /api/usage.csv": USAGE,
  "GET /api/usage/:id": scoped(READ, "usage:read"),
  "GET /api/usage/find": scoped(READ, "usage:read"),
  "GET /api/usage/refusals": USAGE,
  "GET /api/usage/refusals/current": ofKey(READ, "query"),

  "POST /api/playground/grant": CHANGE,
  "POST /api/playground/estimate": { ...READ, bodyMax: ESTIMATE_MAX },

  "GET /api/account/balance": scoped(READ, "billing:read"),
  "PATCH /api/account/balance": CHANGE,
  "GET /api/account/budgets": scoped(READ, "billing:read"),
  "PUT /api/account/budgets": CHANGE,
  "GET /api/account/spend-alerts": scoped(READ, "billing:read"),
  "PUT /api/account/spend-alerts": CHANGE,
  "GET /api/account/runway": scoped(READ, "billing:read"),
  "GET /api/account/subscription": scoped(READ, "billing:read"),
  "PATCH /api/account/subscription": CHANGE,
  "POST /api/account/payment-link-completion": CHANGE,
  "GET /api/ledger": scoped(READ, "billing:read"),
  "GET /api/ledger.csv": scoped(READ, "billing:read"),
  "GET /api/ledger/days": scoped(READ, "billing:read"),
  "GET /api/statement": scoped(READ, "billing:read"),
  "GET /api/statement/months": scoped(READ, "billing:read"),
  "GET /api/receipts": scoped(READ, "billing:read"),
  "GET /api/receipts/:id": scoped(READ, "billing:read"),
  "GET /api/receipts/:id/invoice": scoped(READ, "billing:read"),
  "POST /api/payment/create-payment-link": CHANGE,

  "GET /api/auto-top-up": READ,
  "PUT /api/auto-top-up": SETTLED,
  "GET /api/auto-top-up/charges": READ,
  "GET /api/auto-top-up/charges/:id": READ,
  "POST /api/auto-top-up/charges/:id/confirmation": CHANGE,
  "POST /api/payment-method": SETTLED,
  "POST /api/payment-method/completion": CHANGE,
  "DELETE /api/payment-method": CHANGE,

  "DELETE /api/account": DELETION,
  "GET /api/account/export": LASTING,
  "GET /api/account/address": READ,
  "GET /api/account/stop": READ,
  "POST /api/account/stop": EMERGENCY,
  "DELETE /api/account/stop": CHANGE,
  "POST /api/account/invitations": CHANGE,
  "GET /api/account/recovery-codes": READ,
  "POST /api/account/recovery-codes": LASTING,
  "POST /api/account/recovery-codes/use": RECOVERY,
  "GET /api/account/sessions": READ,
  "DELETE /api/account/sessions": EMERGENCY,
  "DELETE /api/account/sessions/:id": OWN_SESSION,

  "GET /api/audit": READ,
  "GET /api/notifications": READ,
  "POST /api/notifications/read": READ,
  "POST /api/notifications/:id/read": READ,
  "GET /api/notifications/settings": READ,
  "PATCH /api/notifications/settings": CHANGE,

  "GET /api/operator": OPERATOR_REPEATED,
  "GET /api/operator/overview": OPERATOR_REPEATED,
  "POST /api/operator/accounts/:id/revoke-keys": OPERATOR,
  "POST /api/operator/accounts/:id/keys/:key/revoke": OPERATOR,
  "POST /api/operator/accounts/:id/emails/:email/resend": OPERATOR,
  "POST /api/operator/payments/events/:event/retry": OPERATOR,
  "POST /api/operator/payments/events/:event/close": OPERATOR,
  "POST /api/operator/payments/comparison": OPERATOR,
  "POST /api/operator/payments/comparison/close": OPERATOR,
  "POST /api/operator/prices/preview": { ...OPERATOR, bodyMax: PRICE_LIST_MAX },
  "POST /api/operator/prices": { ...OPERATOR_PRESENT, bodyMax: PRICE_LIST_MAX },
  "GET /api/operator/alerts": OPERATOR_REPEATED,
  "POST /api/operator/alerts/test": OPERATOR,
  "POST /api/operator/alerts/:alert/acknowledge": OPERATOR,
  "POST /api/operator/alerts/:alert/close": OPERATOR,
  "PUT /api/operator/alerts/rules/:rule/mute": OPERATOR,
  "DELETE /api/operator/alerts/rules/:rule/mute": OPERATOR,
};

/** @param path of the router, such as `/api/keys/:id`. @returns null for a route that doesn't exist. */
export function accessOf(method: string, path: string): Access | null {
  const verb = method === "HEAD" ? "GET" : method;
  return ACCESS[`${verb} ${path}`] ?? (isOfDesk(path) ? deskAccess(verb) : null);
}

const isOfDesk = (path: string) => path === DESK || path.startsWith(`${DESK}/`);
const deskAccess = (method: string) => (method === "GET" ? OPERATOR : OPERATOR_PRESENT);

/** The names of routes, as in `ACCESS`. */
export const routeNames = (routes: readonly { method: string; path: string }[]): string[] => [
  ...new Set(routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`)),
];

/** @throws Error that names routes without access, and rows without a route. */
export function requireSameRoutes(routes: readonly string[]): void {
  const missing = routes.filter((route) => {
    const [method = "", path = ""] = route.split(" ");
    return accessOf(method, path) === null;
  });
  const gone = Object.keys(ACCESS).filter((route) => !routes.includes(route));
  if (missing.length > 0) throw new Error(`No access is declared for ${missing.join(", ")}.`);
  if (gone.length > 0) throw new Error(`Access is declared for no route: ${gone.join(", ")}.`);
}
