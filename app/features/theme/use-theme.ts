import { useEffect, useSyncExternalStore } from "react";
import { THEME_STORAGE_KEY, type Theme, themeFrom } from "./theme.ts";

const CHANGED = "theme-changed";

/** The system's preference and the other tabs count too. */
function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}

const read = () => themeFrom(localStorage.getItem(THEME_STORAGE_KEY));

function choose(theme: Theme): void {
  localStorage.setItem(THEME_STORAGE_KEY, theme);
  window.dispatchEvent(new Event(CHANGED));
}

/** The chosen theme, and a way to choose another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, read, () => "system"), choose];
}

/** Keeps the class of <html> true to the choice; once, at the root. */
export function useAppliedTheme(): void {
  const [theme] = useTheme();
  useEffect(() => {
    const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      const dark = theme === "dark" || (theme === "system" && systemDark.matches);
      document.documentElement.className = dark ? "dark" : "light";
    };
    apply();
    systemDark.addEventListener("change", apply);
    return () => systemDark.removeEventListener("change", apply);
  }, [theme]);
}
