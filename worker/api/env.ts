import { z } from "zod";
import { parsePriceTable } from "#core/contract/price-table.ts";
import { PLAN_REQUEST_MICROS, type PriceTable } from "#core/domain/gateway/pricing.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import {
  databaseEnv,
  httpUrl,
  keyEnv,
  mailSender,
  optional,
  originUrl,
  parseEnv,
  publishableKey,
  text,
} from "#worker/env-schema.ts";

/** Holds no secret, so the error may say everything that is wrong. */
const prices = text.transform((value, context): PriceTable => {
  try {
    return parsePriceTable(value);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\.$/, "") : "it cannot be read";
    context.addIssue({ code: "custom", message: `is wrong: ${why}` });
    return z.NEVER;
  }
});

const headerText = z.string().regex(/^[!-~]+$/, "must be printable ASCII without spaces");

const OPEN_PATH = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[\w~-][\w.~-]*)+$/;
const openPaths = optional
  .transform((value) => new Set(value?.split(",").map((path) => path.trim()) ?? []))
  .refine(
    (paths) => [...paths].every((path) => OPEN_PATH.test(path)),
    "must be methods with paths like GET /voices, separated by commas",
  );

const DOLLARS = /^\d{1,6}(\.\d{1,6})?$/;
const planRequestMicros = optional
  .refine((value) => value === undefined || DOLLARS.test(value), "must be an amount of dollars such as 0.20")
  .transform((value) => (value === undefined ? PLAN_REQUEST_MICROS : microsFromDollars(Number(value))));

const HEALTH_TOKEN_MIN = 32;
const healthToken = headerText.min(HEALTH_TOKEN_MIN, `must have at least ${HEALTH_TOKEN_MIN} characters`);

export const apiEnv = z.object({
  APP_ORIGIN: originUrl,
  ...databaseEnv,
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: publishableKey,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_JWT_SECRET: optional,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: optional.pipe(httpUrl.optional()),
  ...keyEnv,
  MAIL_FROM: mailSender,
  HEALTH_TOKEN: optional.pipe(healthToken.optional()),
  UPSTREAM_URL: httpUrl,
  UPSTREAM_API_KEY: optional.pipe(headerText.optional()),
  UPSTREAM_OPEN_PATHS: openPaths,
  PLAN_REQUEST_MAX: planRequestMicros,
  MODEL_PRICES: prices,
});
export type ApiEnv = z.infer<typeof apiEnv>;

/** @throws Error naming every wrong variable and why, never a value. */
export const parseApiEnv = (env: unknown): ApiEnv => parseEnv("latchkey-api", apiEnv, env);
