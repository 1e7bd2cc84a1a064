import type { BuildInfo } from "#core/contract/health.ts";

/** Defined by the bundler; see scripts/deploy/build-info.ts. */
declare const LATCHKEY_BUILD: BuildInfo | undefined;

/** The build of this code; unknown in tests. */
export const BUILD: BuildInfo =
  typeof LATCHKEY_BUILD === "undefined"
    ? { version: "unknown", commit: "unknown", built_at: null }
    : LATCHKEY_BUILD;

/** Public: the deployment checks it to see which build is live. */
export const VERSION_PATH = "/version.json";

export const versionResponse = () => Response.json(BUILD, { headers: { "cache-control": "no-store" } });
