import { useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import { type FilterChanges, parseFilter, withFilter } from "./usage-params.ts";

export function useUsageFilter() {
  const [search] = useSearchParams();
  const filter = useMemo(() => parseFilter(search), [search]);
  const linkTo = (changes: FilterChanges) => ({
    to: { search: `?${withFilter(search, changes)}` },
    preventScrollReset: true,
  });
  return { filter, linkTo };
}
