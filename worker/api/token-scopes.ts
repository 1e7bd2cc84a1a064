import type { TokenScope } from "#core/domain/access-token.ts";

/**
 * The only routes that accept a personal access token, and the scope that each needs. Every other route refuses tokens:
 * those for tokens, sign-in, sessions, recovery codes, invitations, payments, notifications, the audit log and the
 * deletion of the account, and the one that reveals a key.
 */
const ROUTE_SCOPES: Readonly<Record<string, TokenScope>> = {
  "GET /api/keys": "keys:read",
  "POST /api/keys": "keys:write",
  "PATCH /api/keys/:id": "keys:write",
  "PUT /api/keys/:id/budgets": "keys:write",
  "POST /api/keys/:id/budgets/trial": "keys:read",
  "POST /api/keys/:id/rotate": "keys:write",
  "POST /api/keys/:id/revoke": "keys:write",
  "GET /api/analytics": "usage:read",
  "GET /api/analytics/breakdown": "usage:read",
  "GET /api/usage": "usage:read",
  "GET /api/usage/refusals": "usage:read",
  "GET /api/usage/:id": "usage:read",
  "GET /api/usage.csv": "usage:read",
  "GET /api/account/balance": "billing:read",
  "GET /api/account/runway": "billing:read",
  "GET /api/account/budgets": "billing:read",
  "GET /api/account/subscription": "billing:read",
  "GET /api/ledger": "billing:read",
  "GET /api/ledger/days": "billing:read",
  "GET /api/ledger.csv": "billing:read",
  "GET /api/receipts": "billing:read",
  "GET /api/receipts/:id": "billing:read",
  "GET /api/receipts/:id/invoice": "billing:read",
};

/** @param path of the router, such as `/api/keys/:id`. @returns null for a route that refuses tokens. */
export function scopeOf(method: string, path: string): TokenScope | null {
  const route = `${method === "HEAD" ? "GET" : method} ${path}`;
  return Object.hasOwn(ROUTE_SCOPES, route) ? (ROUTE_SCOPES[route] ?? null) : null;
}

export const scopedRoutes = () => Object.entries(ROUTE_SCOPES);
