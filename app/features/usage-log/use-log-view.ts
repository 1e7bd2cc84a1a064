import { useSearchParams } from "@remix-run/react";
import { parseRange } from "#app/features/usage/range-param.ts";
import { parseFilter, STATUS_PARAM, type UsageFilter, withFilter } from "#app/features/usage/usage-filter.ts";
import type { Range } from "#core/domain/ranges.ts";
import { parseStatus } from "./log-view.ts";

const REQUEST_PARAM = "request";

export interface LogView {
  range: Range;
  filter: UsageFilter;
  status: string | undefined;
  /** Id of the one request that is looked at. */
  requestId: string | null;
}

/** What the address asks to see, and the ways to something else; each but closing a request can be undone by Back. */
export function useLogView() {
  const [search, setSearch] = useSearchParams();
  const view: LogView = {
    range: parseRange(search),
    filter: parseFilter(search),
    status: parseStatus(search),
    requestId: search.get(REQUEST_PARAM),
  };
  const go = (next: URLSearchParams, replace = false) =>
    setSearch(next, { preventScrollReset: true, replace });

  return {
    view,
    chooseFilter: (changes: Parameters<typeof withFilter>[1]) => go(withFilter(search, changes)),
    chooseStatus: (status: string | null) => go(withParam(search, STATUS_PARAM, status)),
    clearFilters: () =>
      go(withParam(withFilter(search, { keyId: null, endpoint: null }), STATUS_PARAM, null)),
    closeRequest: () => go(withParam(search, REQUEST_PARAM, null), true),
    linkToRequest: (id: string) => ({
      to: { search: `?${withParam(search, REQUEST_PARAM, id)}` },
      preventScrollReset: true,
    }),
  };
}

function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}
