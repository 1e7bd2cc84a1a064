import { useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import { parseFilter, withFilter } from "./usage-filter.ts";

/** The filter in the address, and the properties of a link to another one. */
export function useUsageFilter() {
  const [search] = useSearchParams();
  const filter = useMemo(() => parseFilter(search), [search]);
  const linkTo = (changes: Parameters<typeof withFilter>[1]) => ({
    to: { search: `?${withFilter(search, changes)}` },
    preventScrollReset: true,
  });
  return { filter, linkTo };
}
