import { z } from "zod";
import { databaseEnv, httpUrl, keyEnv, optional, parseEnv, text } from "../env-schema.ts";

export const rollupEnv = z.object({
  ...databaseEnv,
  STRIPE_SECRET_KEY: text,
  STRIPE_API_URL: optional.pipe(httpUrl.optional()),
  ...keyEnv,
  SUPABASE_USAGE_IMPORT: optional.pipe(z.enum(["on", "off"], "must be on or off").default("off")),
  /** Only for the import: what else the worker does must not wait for them. */
  SUPABASE_URL: optional,
  SUPABASE_SECRET_KEY: optional,
});

/**
 * The worker's configuration.
 * @throws Error naming every variable that is wrong and why, never a value.
 */
export const parseRollupEnv = (env: unknown): z.infer<typeof rollupEnv> =>
  parseEnv("latchkey-rollup", rollupEnv, env);
