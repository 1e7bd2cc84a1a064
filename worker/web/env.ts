import { z } from "zod";
import { httpUrl, parseEnv, publishableKey } from "#worker/env-schema.ts";

export const publicConfig = z.object({
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: publishableKey,
  SALES_CONTACT: z.url({ protocol: /^(https|mailto)$/, error: "must be a mailto: or https: address" }),
});

export interface WebEnv extends z.infer<typeof publicConfig> {
  API: Fetcher;
  ASSETS: Fetcher;
}

/** Visible to browsers. */
export interface PublicConfig {
  supabaseUrl: string;
  supabaseKey: string;
  /** Target of 'Contact Sales': `mailto:` or `https:`. */
  salesContact: string;
}

/** @throws Error naming every wrong variable and why, never a value. */
export function readPublicConfig(env: WebEnv): PublicConfig {
  const config = parseEnv("latchkey-web", publicConfig, env);
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SALES_CONTACT } = config;
  return {
    supabaseUrl: SUPABASE_URL,
    supabaseKey: SUPABASE_PUBLISHABLE_KEY,
    salesContact: SALES_CONTACT,
  };
}
