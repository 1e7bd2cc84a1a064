import { parseRange } from "#app/features/usage/range-param.ts";
import { filterQuery, parseFilter } from "#app/features/usage/usage-filter.ts";
import { readerZone } from "#app/features/usage/wall-clock.ts";
import * as addresses from "#app/lib/early-addresses.ts";
import { paths } from "#app/lib/paths.ts";
import { bringsConsent } from "#app/lib/stored-session.ts";

/** What a page asks the API for as soon as it is there, the most wanted first. */
export function earlyRequests(pathname: string, search: URLSearchParams): string[] {
  if (bringsConsent(search)) return [];
  if (pathname === paths.dashboard) return dashboardRequests(search);
  if (pathname === paths.apiKeys) return [addresses.API_KEYS_ADDRESS, addresses.BALANCE_ADDRESS];
  return [];
}

/** Whether a page has anything to ask for. */
export const asksEarly = (pathname: string) => earlyRequests(pathname, new URLSearchParams()).length > 0;

function dashboardRequests(search: URLSearchParams): string[] {
  const query = { range: parseRange(search), ...filterQuery(parseFilter(search)) };
  return [
    dashboardAnalytics(search),
    addresses.BALANCE_ADDRESS,
    addresses.breakdownAddress(query),
    addresses.RUNWAY_ADDRESS,
    addresses.SUBSCRIPTION_ADDRESS,
    addresses.API_KEYS_ADDRESS,
  ];
}

export const dashboardAnalytics = (search: URLSearchParams): string =>
  addresses.analyticsAddress({
    range: parseRange(search),
    tz: readerZone(),
    ...filterQuery(parseFilter(search)),
  });
