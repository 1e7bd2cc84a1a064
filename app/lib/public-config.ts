import type { PublicConfig } from "#worker/web/env.ts";

export const PUBLIC_CONFIG_ID = "public-config";

/** The configuration the server wrote into this page. Only in the browser. */
export function readPublicConfig(): PublicConfig {
  const config = findPublicConfig();
  if (config === null) throw new Error("The page came without its configuration.");
  return config;
}

/** Null on a page that came without it, such as one that says what failed. */
export function findPublicConfig(): PublicConfig | null {
  const text = document.getElementById(PUBLIC_CONFIG_ID)?.textContent;
  return text ? JSON.parse(text) : null;
}
