import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { FiltersEngine, Request } from "@ghostery/adblocker";

const require = createRequire(import.meta.url);
/** EasyList, EasyPrivacy and the lists that blockers use beside them, compiled by the engine's version 2.15. */
const COMPILED = readFileSync(require.resolve("@browserless/goto/src/engine.bin"));
const lists = FiltersEngine.deserialize(COMPILED);

/** EasyPrivacy had these for years. Old copies of it still do. */
const EARLIER_RULES = ["/api/analytics/*", "/api/analytics?", "/api/analytics|"];
const engines = [lists, FiltersEngine.parse(EARLIER_RULES.join("\n"))];

interface SentRequest {
  url: string;
  /** As Playwright names it. */
  type: string;
  /** The page that sends it. */
  sourceUrl: string;
}

type EngineType = NonNullable<Parameters<typeof Request.fromRawDetails>[0]["type"]>;

/** The rule that blocks a request, or null. */
export function blockingRule({ type, ...sent }: SentRequest): string | null {
  // The engine knows all of Playwright's names.
  const request = Request.fromRawDetails({ ...sent, type: type as EngineType });
  for (const engine of engines) {
    const { match, filter } = engine.match(request);
    if (match) return String(filter);
  }
  return null;
}

/** The selectors of everything that the lists hide on any site. */
export const hidingSelectors = (): string[] =>
  lists
    .getFilters()
    .cosmeticFilters.filter(
      (filter) =>
        !filter.hasHostnameConstraint() &&
        !filter.isUnhide() &&
        !filter.isScriptInject() &&
        !filter.isExtended(),
    )
    .map((filter) => filter.getSelector());
