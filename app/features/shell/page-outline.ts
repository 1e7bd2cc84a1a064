import { paths } from "#app/lib/paths.ts";
import { navEntries } from "./nav.ts";

/** How a page is laid out: three figures above two columns, two columns, one narrow card, or settings. */
export type PageShape = "figures" | "columns" | "card" | "settings";

const shapes: Partial<Record<string, PageShape>> = {
  [paths.dashboard]: "figures",
  [paths.userManagement]: "card",
  [paths.profile]: "settings",
};

/** The page of one key's usage; its id is in the middle. */
const KEY_USAGE = /^\/api-keys\/[^/]+\/usage$/;

/** What is known of a page before it is there. */
export function pageOutline(pathname: string): { title: string; shape: PageShape } {
  if (KEY_USAGE.test(pathname)) return { title: "API Key Usage", shape: "figures" };
  const listed = navEntries.find(({ to }) => to === pathname)?.label;
  const title = listed ?? (pathname === paths.profile ? "Settings" : "Latchkey");
  return { title, shape: shapes[pathname] ?? "columns" };
}
