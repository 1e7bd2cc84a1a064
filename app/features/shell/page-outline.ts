import { paths } from "#app/lib/paths.ts";
import { navEntries } from "./nav.ts";

/** How a page is laid out: three figures above two columns, two columns, one card, wide or narrow, or settings. */
export type PageShape = "figures" | "columns" | "list" | "card" | "settings";

const shapes: Partial<Record<string, PageShape>> = {
  [paths.dashboard]: "figures",
  [paths.usage]: "list",
  [paths.activity]: "list",
  [paths.userManagement]: "card",
  [paths.profile]: "settings",
};

const unlisted: Partial<Record<string, string>> = {
  [paths.profile]: "Settings",
  [paths.usage]: "Usage",
  [paths.activity]: "Activity",
};

/** The page of one key's usage; its id is in the middle. */
const KEY_USAGE = /^\/api-keys\/[^/]+\/usage$/;

/** What is known of a page before it is there. */
export function pageOutline(pathname: string): { title: string; shape: PageShape } {
  if (KEY_USAGE.test(pathname)) return { title: "API Key Usage", shape: "figures" };
  const listed = navEntries.find(({ to }) => to === pathname)?.label;
  const title = listed ?? unlisted[pathname] ?? "Latchkey";
  return { title, shape: shapes[pathname] ?? "columns" };
}
