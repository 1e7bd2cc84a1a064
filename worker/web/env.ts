import { z } from "zod";
import {
  contact,
  httpUrl,
  originUrl,
  parseEnv,
  publishableKey,
  type TracingEnv,
  tracingEnv,
} from "#worker/env-schema.ts";

const publicConfig = z.object({
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: publishableKey,
  SALES_CONTACT: contact,
  SUPPORT_CONTACT: contact,
  APP_ORIGIN: originUrl,
});

export const webEnv = publicConfig.extend(tracingEnv);
const webTracing = z.object(tracingEnv);

export interface WebEnv extends z.infer<typeof publicConfig> {
  API: Fetcher;
  GATEWAY: Fetcher;
  ASSETS: Fetcher;
}

/** Visible to browsers. */
export interface PublicConfig {
  supabaseUrl: string;
  supabaseKey: string;
  /** Target of 'Contact Sales': `mailto:` or `https:`. */
  salesContact: string;
  /** Target of every "contact support": `mailto:` or `https:`. */
  supportContact: string;
  /** The dashboard's own origin. The host of a request could be anyone's. */
  origin: string;
}

/** @throws Error naming every wrong variable and why, never a value. */
export function readPublicConfig(env: WebEnv): PublicConfig {
  const config = parseEnv("latchkey-web", publicConfig, env);
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SALES_CONTACT, SUPPORT_CONTACT, APP_ORIGIN } = config;
  return {
    supabaseUrl: SUPABASE_URL,
    supabaseKey: SUPABASE_PUBLISHABLE_KEY,
    salesContact: SALES_CONTACT,
    supportContact: SUPPORT_CONTACT,
    origin: APP_ORIGIN,
  };
}

/** @throws Error naming every wrong variable and why, never a value. */
export const readTracing = (env: WebEnv): TracingEnv => parseEnv("latchkey-web", webTracing, env);
