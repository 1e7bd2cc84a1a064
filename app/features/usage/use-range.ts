import { useSearchParams } from "@remix-run/react";
import type { Range } from "#core/domain/ranges.ts";
import { parseRange, withRange } from "./range-param.ts";

/** The range in the address, and the way to choose another. */
export function useRange(): [Range, (chosen: string) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (chosen: string) => setSearch(withRange(search, chosen), { preventScrollReset: true });
  return [parseRange(search), choose];
}
