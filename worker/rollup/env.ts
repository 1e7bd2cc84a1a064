import { z } from "zod";

const envSchema = z.object({
  LIBSQL_URL: z.url({ protocol: /^(libsql|https?)$/ }),
  /** Empty for a server without authentication. */
  LIBSQL_AUTH_TOKEN: z
    .string()
    .optional()
    .transform((token) => token || undefined),
});

/** The worker's settings. @throws ZodError that names what is missing, never its value. */
export const parseEnv = (env: unknown) => envSchema.parse(env);
