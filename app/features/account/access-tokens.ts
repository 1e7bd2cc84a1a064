import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { formatDate, formatRelative } from "#app/lib/format.ts";
import type { AccessToken } from "#core/contract/access-tokens.ts";
import type { TokenScope } from "#core/domain/access-token.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { asUser } from "./as-user.ts";

export const accessTokensQuery = queryOptions({
  queryKey: ["accessTokens"],
  queryFn: async () => (await unwrap(api.api.tokens.$get())).items,
});

export interface TokenDraft {
  name: string;
  scopes: readonly TokenScope[];
  days: number;
}

export const createToken = ({ name, scopes, days }: TokenDraft): Promise<AccessToken> =>
  asUser(() =>
    unwrap(api.api.tokens.$post({ json: { name: name.trim(), scopes: [...scopes], expires_in_days: days } })),
  );

export const revokeToken = (id: string) => unwrap(api.api.tokens[":id"].revoke.$post({ param: { id } }));

export const revokeAllTokens = () => unwrap(api.api.tokens["revoke-all"].$post());

interface ScopeText {
  explanation: string;
  /** After “can”. */
  ability: string;
  /** A request that shows it; null for a scope that only changes things. */
  sample: string | null;
}

export const SCOPE_TEXTS: Record<TokenScope, ScopeText> = {
  "usage:read": {
    explanation: "Requests, receipts, analytics and CSV",
    ability: "read usage",
    sample: "/api/usage",
  },
  "keys:read": {
    explanation: "Key names, masked keys and budgets",
    ability: "read keys",
    sample: "/api/keys",
  },
  "keys:write": { explanation: "Create, change and revoke keys", ability: "change keys", sample: null },
  "billing:read": {
    explanation: "Balance, statement and receipts",
    ability: "read billing",
    sample: "/api/account/balance",
  },
};

/** `read usage, read keys and change keys` */
export function abilitiesText(scopes: readonly TokenScope[]): string {
  const abilities = scopes.map((scope) => SCOPE_TEXTS[scope].ability);
  const last = abilities.pop() ?? "";
  return abilities.length === 0 ? last : `${abilities.join(", ")} and ${last}`;
}

/** The command for a new token, which reads the token from the environment; null where it can read nothing. */
export function sampleCommand(origin: string, scopes: readonly TokenScope[]): string | null {
  const path = scopes.map((scope) => SCOPE_TEXTS[scope].sample).find((sample) => sample !== null);
  if (path === undefined) return null;
  return `curl ${origin}${path} \\\n  -H "Authorization: Bearer $LATCHKEY_TOKEN"`;
}

export const DEFAULT_DAYS = 90;

/** `now` in epoch milliseconds. */
export const expiryChoices = (now: number) =>
  [7, 30, DEFAULT_DAYS, 365].map((days) => ({
    value: String(days),
    label: `In ${days === 365 ? "1 year" : `${days} days`}, on ${formatDate(now + days * DAY_MS)}`,
  }));

export const isExpired = ({ expires_at }: AccessToken, now: number) => Date.parse(expires_at) <= now;

/** `Last used 2 hours ago` */
export const lastUseText = ({ last_used }: AccessToken) =>
  last_used === null
    ? "Never used"
    : `Last used ${formatRelative(last_used).replace(/^Just now$/, "just now")}`;
