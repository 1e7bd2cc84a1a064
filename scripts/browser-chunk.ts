import type { Rollup } from "vite";

const PAGE = /\/app\/routes\/|\?__remix/;
const EVERY_PAGE = ["/app/entry.client.tsx", "/app/root.tsx"];
/** Around the pages of both. Left alone, the bundler adds the texts of some page to them. */
const DOCUMENTATION_AND_SHELL = ["/app/routes/page.tsx", "/app/routes/signed-in.tsx"];
/** The documentation has the same frame as the shell, and is read by anybody. */
const DOCUMENTATION = ["/app/routes/documentation", "/app/routes/public.tsx", ...DOCUMENTATION_AND_SHELL];
const SHELL = ["/app/routes/app-shell.tsx"];
/** What every page behind the sign-in page loads. */
const SIGNED_IN = [...SHELL, ...DOCUMENTATION_AND_SHELL];
const DASHBOARD = ["/app/features/dashboard/dashboard-page.tsx"];
const SIGN_IN = ["/app/routes/login.tsx"];
/** Read by anybody, like the documentation. What it shares with other pages is a file of its own. */
const PRICING = ["/app/routes/pricing.tsx"];
/** The operator's desk, for few people: nobody else's pages may load more because of it. */
const OPERATOR = /\/app\/(routes\/operator|features\/operator\/)/;
/** With a long list, for the moment in which somebody chooses a password. The bundler would merge small files into it. */
const PASSWORD_RULE = /\/core\/domain\/(common-passwords|password-rule)\.ts$/;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;

/**
 * Puts into one file each what every page needs, what every page of the shell needs, what of that the documentation
 * needs too, and what the documentation shares with the sign-in page, so that both load little else. Left alone, the
 * bundler makes a file of each set of pages that share something: dozens, most of them below a kilobyte.
 */
export function browserChunk(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  if (PAGE.test(id)) return;
  if (PASSWORD_RULE.test(id)) return "password-rule";
  const entries = entriesOf(id, getModuleInfo);
  const isPartOf = (pages: string[]) => pages.some((page) => entries.some((entry) => entry.includes(page)));
  if (entries.length > 0 && entries.every((entry) => OPERATOR.test(entry)))
    return entries.length > 1 ? "operator" : undefined;
  if (isPartOf(EVERY_PAGE)) return "everywhere";
  if (isPartOf(SIGN_IN)) {
    if (isPartOf(DOCUMENTATION) && isPartOf(SIGNED_IN)) return "pages";
    if (isPartOf(DASHBOARD)) return "parts";
    return isPartOf(DOCUMENTATION) ? "public" : undefined;
  }
  if (!isPartOf(SHELL) && !isPartOf(DOCUMENTATION_AND_SHELL)) {
    // Otherwise the bundler merges small files into larger ones, and an icon brings the texts of another page.
    if (isPartOf(DOCUMENTATION)) return ICON.test(id) ? "icons" : undefined;
    // What the desk shares would be many small files, which are merged with what the dashboard doesn't need; and an
    // icon of its own file is mostly its license.
    const isShared = ICON.test(id) || entries.some((entry) => OPERATOR.test(entry));
    if (!isPartOf(DASHBOARD) || !isShared) return;
    return isPartOf(PRICING) ? "prices" : "figures";
  }
  if (isPartOf(DOCUMENTATION)) return "frame";
  return isPartOf(PRICING) ? "prices" : "shell";
}

/** What the browser asks for by name and that leads here: pages, and what is loaded on demand. */
function entriesOf(id: string, getModuleInfo: Rollup.GetModuleInfo): string[] {
  const seen = new Set([id]);
  for (const at of seen) for (const importer of getModuleInfo(at)?.importers ?? []) seen.add(importer);
  return [...seen].filter((at) => {
    const module = getModuleInfo(at);
    return module?.isEntry || (module?.dynamicImporters.length ?? 0) > 0;
  });
}
