import { z } from "zod";

export const publicConfig = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SALES_CONTACT: z.url({ protocol: /^(https|mailto)$/, error: "must be a mailto: or https: address" }),
});

export interface WebEnv extends z.infer<typeof publicConfig> {
  API: Fetcher;
  ASSETS: Fetcher;
}

/** What the browser may know. */
export interface PublicConfig {
  supabaseUrl: string;
  supabaseKey: string;
  /** Where 'Contact Sales' leads: `mailto:` or `https:`. */
  salesContact: string;
}

/** @throws when the worker's configuration is incomplete; the message names the variable. */
export function readPublicConfig(env: WebEnv): PublicConfig {
  const parsed = publicConfig.safeParse(env);
  if (!parsed.success) throw new Error(`latchkey-web is not configured: ${z.prettifyError(parsed.error)}`);
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SALES_CONTACT } = parsed.data;
  return {
    supabaseUrl: SUPABASE_URL,
    supabaseKey: SUPABASE_PUBLISHABLE_KEY,
    salesContact: SALES_CONTACT,
  };
}
