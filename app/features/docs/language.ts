import { useSyncExternalStore } from "react";
import { LANGUAGES, type Language } from "./topic.ts";

/** Where the choice lives in localStorage. */
export const LANGUAGE_STORAGE_KEY = "latchkey-docs-language";
const CHANGED = "docs-language-changed";

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): Language {
  const stored = localStorage.getItem(LANGUAGE_STORAGE_KEY);
  return isLanguage(stored) ? stored : LANGUAGES[0];
}

function choose(language: string): void {
  if (!isLanguage(language)) return;
  localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
  window.dispatchEvent(new Event(CHANGED));
}

/** The language of all samples, and a way to choose another. */
export function useLanguage(): [Language, (language: string) => void] {
  return [useSyncExternalStore(subscribe, read, () => LANGUAGES[0]), choose];
}
