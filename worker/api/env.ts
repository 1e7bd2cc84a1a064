import { z } from "zod";
import { databaseEnv, httpUrl, keyEnv, optional, parseEnv, text } from "../env-schema.ts";

const origin = httpUrl.refine(
  (value) => new URL(value).origin === value,
  "must be an origin, without a path",
);

const HEALTH_TOKEN_MIN = 32;
const healthToken = z
  .string()
  .regex(/^[!-~]+$/, "must be printable ASCII without spaces")
  .min(HEALTH_TOKEN_MIN, `must have at least ${HEALTH_TOKEN_MIN} characters`);

export const apiEnv = z.object({
  APP_ORIGIN: origin,
  ...databaseEnv,
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: text,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_JWT_SECRET: optional,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: optional.pipe(httpUrl.optional()),
  ...keyEnv,
  HEALTH_TOKEN: optional.pipe(healthToken.optional()),
});
export type ApiEnv = z.infer<typeof apiEnv>;

/**
 * The worker's configuration.
 * @throws Error naming every variable that is wrong and why, never a value.
 */
export const parseApiEnv = (env: unknown): ApiEnv => parseEnv("latchkey-api", apiEnv, env);
