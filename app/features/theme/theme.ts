/** Where the choice lives in localStorage. */
export const THEME_STORAGE_KEY = "api-dashboard-theme";
const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** A stored choice; anything else is the default, `system`. */
export const themeFrom = (stored: string | null): Theme => (isTheme(stored) ? stored : "system");

/**
 * Runs in <head>, before anything is painted, so that a dark page never flashes white.
 * The same rule as `useTheme`, which takes over after hydration.
 */
export const THEME_SCRIPT = `(function(){var t=null;try{t=localStorage.getItem(${JSON.stringify(THEME_STORAGE_KEY)})}catch(e){}
var d=t==="dark"||(t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.className=d?"dark":"light"})()`;
