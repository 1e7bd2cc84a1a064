import { z } from "zod";
import { databaseEnv, httpUrl, keyEnv, optional, parseEnv, text } from "../env-schema.ts";

export const rollupEnv = z.object({
  ...databaseEnv,
  STRIPE_SECRET_KEY: text,
  STRIPE_API_URL: optional.pipe(httpUrl.optional()),
  ...keyEnv,
});

/**
 * The worker's configuration.
 * @throws Error naming every variable that is wrong and why, never a value.
 */
export const parseRollupEnv = (env: unknown): z.infer<typeof rollupEnv> =>
  parseEnv("latchkey-rollup", rollupEnv, env);
