import { z } from "zod";
import { decodeBase64 } from "#core/domain/base64.ts";

const KEY_BYTES_MIN = 32;

const text = z.string({ error: "is missing" }).min(1, "is missing");
/** An empty value in `.dev.vars` means "not set". */
const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined);
const url = (protocol: RegExp, what: string) =>
  text.pipe(z.url({ protocol, error: `must be ${what}`, abort: true }));
const httpUrl = url(/^https?$/, "an http(s) address").transform((value) => value.replace(/\/+$/, ""));
const origin = httpUrl.refine(
  (value) => new URL(value).origin === value,
  "must be an origin, without a path",
);
const secretBytes = text.transform((value, context) => {
  const bytes = decodeBase64(value);
  if (bytes !== null && bytes.length >= KEY_BYTES_MIN) return bytes;
  context.addIssue({ code: "custom", message: `must be base64 of at least ${KEY_BYTES_MIN} random bytes` });
  return z.NEVER;
});

export const apiEnv = z.object({
  APP_ORIGIN: origin,
  LIBSQL_URL: url(/^(libsql|https?)$/, "a libsql or http(s) address"),
  LIBSQL_AUTH_TOKEN: optional,
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: text,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_JWT_SECRET: optional,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: optional.pipe(httpUrl.optional()),
  KEY_PEPPER: secretBytes,
  KEY_SEALING_SECRET: secretBytes,
});
export type ApiEnv = z.infer<typeof apiEnv>;

/**
 * The worker's configuration.
 * @throws Error naming every variable that is wrong and why, never a value.
 */
export function parseApiEnv(env: unknown): ApiEnv {
  const result = apiEnv.safeParse(env);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw new Error(`Wrong configuration of latchkey-api: ${problems.join("; ")}.`);
}
