import { useSyncExternalStore } from "react";

/** The `storage` event reaches only other tabs. */
const CHANGED_HERE = "latchkey-local-store";

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED_HERE, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED_HERE, listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * A hook for a value in localStorage, in step across components and tabs.
 * @param parse returns the default for null, which is also what the server renders.
 */
export function localStore<Value extends string>(key: string, parse: (stored: string | null) => Value) {
  const read = () => parse(localStorage.getItem(key));
  const write = (value: Value) => {
    localStorage.setItem(key, value);
    window.dispatchEvent(new Event(CHANGED_HERE));
  };
  return function useStored(): [Value, (value: Value) => void] {
    return [useSyncExternalStore(subscribe, read, () => parse(null)), write];
  };
}
