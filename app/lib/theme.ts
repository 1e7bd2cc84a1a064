import { useEffect } from "react";
import { localStore } from "./local-store.ts";

export const THEME_STORAGE_KEY = "api-dashboard-theme";
const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export const themeFrom = (stored: string | null): Theme =>
  THEMES.find((theme) => theme === stored) ?? "system";

/** Runs in <head> before the first paint, so that a dark page never flashes white. Same rule as `useAppliedTheme`. */
export const THEME_SCRIPT = `(function(){var t=null;try{t=localStorage.getItem(${JSON.stringify(THEME_STORAGE_KEY)})}catch(e){}
var d=t==="dark"||(t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.className=d?"dark":"light"})()`;

export const useTheme = localStore(THEME_STORAGE_KEY, themeFrom);

/** Keeps the class of <html> in step with the chosen theme; used once, at the root. */
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
