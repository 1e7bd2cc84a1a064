import type { BuildInfo } from "#core/contract/health.ts";

/** Put in by the bundler when a worker is deployed or started; see scripts/deploy/build-info.ts. */
declare const LATCHKEY_BUILD: BuildInfo | undefined;

/** The build that this code is part of; a test runs none. */
export const BUILD: BuildInfo =
  typeof LATCHKEY_BUILD === "undefined"
    ? { version: "unknown", commit: "unknown", built_at: null }
    : LATCHKEY_BUILD;

/** Public: the deployment reads it to see which build serves. */
export const VERSION_PATH = "/version.json";

export const versionResponse = () => Response.json(BUILD, { headers: { "cache-control": "no-store" } });
