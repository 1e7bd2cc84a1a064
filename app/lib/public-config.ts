import type { PublicConfig } from "#worker/web/env.ts";

export const PUBLIC_CONFIG_ID = "public-config";

/** The configuration the server wrote into this page. Only in the browser. */
export function readPublicConfig(): PublicConfig {
  const text = document.getElementById(PUBLIC_CONFIG_ID)?.textContent;
  if (!text || text === "null") throw new Error("The page came without its configuration.");
  return JSON.parse(text);
}
