import { useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import type { Address } from "./address.ts";

interface ChangeOptions {
  /** For what Back shouldn't undo, such as a text that is still being typed. */
  replace?: boolean;
  toTop?: boolean;
}

export type ChangeAddress<State> = (changes: Partial<State>, options?: ChangeOptions) => void;

/** What the address holds of a page's state, the way to change it, and links that do. */
export function useAddress<State>(address: Address<State>) {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => address.read(search), [address, search]);
  const change: ChangeAddress<State> = (changes, { replace = false, toTop = false } = {}) =>
    setSearch((before) => address.write(before, changes), { replace, preventScrollReset: !toTop });
  const linkTo = (changes: Partial<State>) => ({
    to: { search: `?${address.write(search, changes)}` },
    preventScrollReset: true,
  });
  return [state, change, linkTo] as const;
}
