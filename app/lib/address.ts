/** One value in the query of an address. */
export interface Parameter<Value> {
  name: string;
  /** Null for no parameter. What isn't valid reads as the default, so that an old link still opens. */
  parse: (text: string | null) => Value;
  /** Null for none. */
  print: (value: Value) => string | null;
}

type Parameters<State> = { [Name in keyof State]: Parameter<State[Name]> };

/** The part of a page's state that its address holds. */
export interface Address<State> {
  read: (search: URLSearchParams) => State;
  /** Leaves out defaults, and keeps what is no part of this state. */
  write: (search: URLSearchParams, changes: Partial<State>) => URLSearchParams;
}

export function addressOf<State extends object>(parameters: Parameters<State>): Address<State> {
  return {
    read(search) {
      const state: Partial<State> = {};
      for (const key in parameters) {
        const { name, parse } = parameters[key];
        state[key] = parse(search.get(name));
      }
      // Each name of the state has a parameter.
      return state as State;
    },
    write(search, changes) {
      const next = new URLSearchParams(search);
      for (const key in parameters) {
        const value = changes[key];
        if (value === undefined) continue;
        const { name, parse, print } = parameters[key];
        const text = print(value);
        if (text === null || text === print(parse(null))) next.delete(name);
        else next.set(name, text);
      }
      return next;
    },
  };
}

/** A path with a query, unless that is empty. */
export const withQuery = (path: string, search: URLSearchParams): string =>
  search.size === 0 ? path : `${path}?${search}`;

/** `value` if it is one of `words`. */
export const oneOf = <Word extends string>(words: readonly Word[], value: string | null): Word | null =>
  words.find((word) => word === value) ?? null;

/** The choices that `labels` has a label for. */
export const choicesOf = <Word extends string>(labels: Record<Word, unknown>) =>
  Object.keys(labels) as Word[];

/** One of several words, or else the default. */
export function choiceParameter<Word extends string, Default extends Word | null>(
  name: string,
  words: readonly Word[],
  byDefault: Default,
): Parameter<Word | Default> {
  return { name, parse: (text) => oneOf(words, text) ?? byDefault, print: (value) => value };
}

/** What a reader searches for. */
export const searchParameter = (name: string): Parameter<string> => ({
  name,
  parse: (text) => text?.trim() ?? "",
  print: (text) => text,
});

/** Any text of this form; null for none. */
export const textParameter = (name: string, form = /./s): Parameter<string | null> => ({
  name,
  parse: (text) => (text !== null && form.test(text) ? text : null),
  print: (text) => text,
});

/** True if the parameter is there, whatever it says. */
export const flagParameter = (name: string): Parameter<boolean> => ({
  name,
  parse: (text) => text !== null,
  print: (value) => (value ? "true" : null),
});

/** As the API. */
const PAGE_MAX = 100_000;

/** Of a list, from 1. */
export const pageParameter: Parameter<number> = {
  name: "page",
  parse(text) {
    const page = Number(text);
    return Number.isInteger(page) && page > 0 && page <= PAGE_MAX ? page : 1;
  },
  print: String,
};
