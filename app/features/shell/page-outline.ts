import { pageHeadings } from "#app/lib/page-headings.ts";
import { paths } from "#app/lib/paths.ts";

/** How a page is laid out: three figures above two columns, two columns, one card, wide or narrow, or settings. */
type PageShape = "figures" | "columns" | "list" | "card" | "settings";

/** What is known of a page before it is there. */
export interface PageOutline {
  title: string;
  description?: string;
  shape: PageShape;
}

const outlines: Partial<Record<string, PageOutline>> = {
  [paths.apiKeys]: { ...pageHeadings.apiKeys, shape: "columns" },
  [paths.usage]: { ...pageHeadings.usage, shape: "list" },
  [paths.addBalance]: { ...pageHeadings.addBalance, shape: "columns" },
  [paths.purchaseApiKey]: { ...pageHeadings.purchase, shape: "columns" },
  [paths.billing]: { ...pageHeadings.billing, shape: "list" },
  [paths.activity]: { ...pageHeadings.activity, shape: "list" },
  [paths.userManagement]: { ...pageHeadings.users, shape: "card" },
  [paths.documentation]: { title: "Documentation", shape: "list" },
  [paths.profile]: { ...pageHeadings.settings, shape: "settings" },
};

/** The page of one key's usage; its id is in the middle. */
const KEY_USAGE = /^\/api-keys\/[^/]+\/usage$/;

export function pageOutline(pathname: string): PageOutline {
  if (KEY_USAGE.test(pathname)) return { title: "API Key Usage", shape: "figures" };
  return outlines[pathname] ?? { title: "Latchkey", shape: "columns" };
}
