import { z } from "zod";
import type { UsageSource } from "#core/ports.ts";
import { createSupabaseUsage } from "#worker/adapters/supabase-usage.ts";
import { httpUrl, parseEnv, text } from "../env-schema.ts";

/** What is wanted once SUPABASE_USAGE_IMPORT is on. */
export const importEnv = z.object({ SUPABASE_URL: httpUrl, SUPABASE_SECRET_KEY: text });

/**
 * The operator's own table of usage.
 * @throws Error naming the variables that are wrong and why, never a value: only the import stops for them.
 */
export function usageSourceOf(settings: object): UsageSource {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = parseEnv(
    "the import (SUPABASE_USAGE_IMPORT)",
    importEnv,
    settings,
  );
  return createSupabaseUsage({ supabaseUrl: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY });
}
