import {
  bringsConsent,
  isFresh,
  lacksSecondFactor,
  readStoredSession,
} from "#app/lib/auth/stored-session.ts";
import { parseRange } from "#app/lib/chosen-range.ts";
import { type EarlyQuery, earlyQueries } from "#app/lib/early-queries.ts";
import { paths } from "#app/lib/paths.ts";
import type { EarlyResponse } from "#app/lib/query-cache.ts";
import { parseFilter, usageQuery } from "#app/lib/usage-params.ts";

/** The queries that a page needs as soon as it opens, the most important first. */
export function queriesOf(pathname: string, search: URLSearchParams): EarlyQuery[] {
  if (bringsConsent(search)) return [];
  const { balance, runway, subscription, apiKeys, analytics, breakdown } = earlyQueries;
  if (pathname === paths.apiKeys) return [apiKeys, balance];
  if (pathname !== paths.dashboard) return [];
  const query = usageQuery(parseRange(search), parseFilter(search));
  return [analytics(query), balance, breakdown(query), runway, subscription, apiKeys];
}

export const hasEarlyQueries = (pathname: string) => queriesOf(pathname, new URLSearchParams()).length > 0;

/** Sends nothing without a usable session: the app will redirect to another page. */
export function sendEarly(queries: readonly EarlyQuery[]): EarlyResponse[] {
  const session = readStoredSession();
  if (!session || !isFresh(session) || lacksSecondFactor(session)) return [];
  return queries.map((query) => {
    const arrival = fetchJson(query.address, session.access_token);
    const early: EarlyResponse = { ...query, userId: session.user.id, requestedAt: Date.now(), arrival };
    arrival.then(
      (data) => Object.assign(early, { data }),
      () => Object.assign(early, { failed: true }),
    );
    return early;
  });
}

async function fetchJson(address: string, token: string): Promise<unknown> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${address} returned ${response.status}.`);
  return await response.json();
}
