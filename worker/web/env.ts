import { z } from "zod";

const publicConfig = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
});

export interface WebEnv extends z.infer<typeof publicConfig> {
  API: Fetcher;
  ASSETS: Fetcher;
}

/** What the browser may know. */
export interface PublicConfig {
  supabaseUrl: string;
  supabaseKey: string;
}

/** @throws when the worker's configuration is incomplete; the message names the variable. */
export function readPublicConfig(env: WebEnv): PublicConfig {
  const parsed = publicConfig.safeParse(env);
  if (!parsed.success) throw new Error(`latchkey-web is not configured: ${z.prettifyError(parsed.error)}`);
  return { supabaseUrl: parsed.data.SUPABASE_URL, supabaseKey: parsed.data.SUPABASE_PUBLISHABLE_KEY };
}
