import { useSearchParams } from "@remix-run/react";
import { useEffect, useMemo } from "react";
import { type ChosenRange, rangeIn, useLastRange, withRange } from "./chosen-range.ts";

/**
 * The range of the address, or else the last chosen one, and the way to choose another. Back returns to the range
 * before, so the entry that is left names its own.
 */
export function useRange(): [ChosenRange, (chosen: ChosenRange) => void] {
  const [search, setSearch] = useSearchParams();
  const [last, keep] = useLastRange();
  const named = useMemo(() => rangeIn(search), [search]);
  const range = named ?? last;
  const choose = (chosen: ChosenRange) => {
    if (!named) nameRange(range);
    keep(chosen);
    setSearch(withRange(search, chosen), { preventScrollReset: true });
  };
  return [range, choose];
}

/** Without a navigation, which the one to the next range would cancel. */
function nameRange(range: ChosenRange): void {
  const { pathname, search, hash } = window.location;
  const named = withRange(new URLSearchParams(search), range);
  window.history.replaceState(window.history.state, "", `${pathname}?${named}${hash}`);
}

/** Keeps the range that the page shows, so that other pages open with it. */
export function useKeptRange(): void {
  const [search] = useSearchParams();
  const [, keep] = useLastRange();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` always does the same
  useEffect(() => {
    const named = rangeIn(search);
    if (named) keep(named);
  }, [search]);
}
