import { useSearchParams } from "@remix-run/react";

/** `value` if it is one of `words`. */
export const oneOf = <Word extends string>(words: readonly Word[], value: string | null): Word | null =>
  words.find((word) => word === value) ?? null;

/** The words that a table of labels has one for each of. */
export const wordsOf = <Word extends string>(labels: Record<Word, unknown>) => Object.keys(labels) as Word[];

type Changes = Record<string, string | null>;

function withChanges(search: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The state of a page in its address: null removes a parameter. `replace` for what is still being typed. */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Changes, { replace = false, toTop = false } = {}) =>
    setSearch((before) => withChanges(before, changes), { replace, preventScrollReset: !toTop });
  return { search, change };
}
