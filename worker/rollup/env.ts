import { z } from "zod";
import { RETENTION_DAYS, RETENTION_DAYS_LEAST } from "#core/domain/usage.ts";
import { databaseEnv, httpUrl, keyEnv, mailSender, optional, parseEnv, text } from "#worker/env-schema.ts";

const DAYS_MOST = 3650;
const WRONG_DAYS = `must be a whole number of days from ${RETENTION_DAYS_LEAST} to ${DAYS_MOST}`;
const days = optional
  .transform((value) => (value === undefined ? RETENTION_DAYS : Number(value)))
  .pipe(z.int(WRONG_DAYS).min(RETENTION_DAYS_LEAST, WRONG_DAYS).max(DAYS_MOST, WRONG_DAYS));

const hourDays = optional
  .transform((value) => (value === undefined ? null : Number(value)))
  .pipe(z.int(WRONG_DAYS).min(RETENTION_DAYS_LEAST, WRONG_DAYS).max(DAYS_MOST, WRONG_DAYS).nullable());

export const rollupEnv = z.object({
  ...databaseEnv,
  STRIPE_SECRET_KEY: text,
  STRIPE_API_URL: optional.pipe(httpUrl.optional()),
  ...keyEnv,
  USAGE_RETENTION_DAYS: days,
  /** Permanently by default. */
  USAGE_HOURS_RETENTION_DAYS: hourDays,
  SUPABASE_USAGE_IMPORT: optional.pipe(z.enum(["on", "off"], "must be on or off").default("off")),
  /** For the import alone: its problems must not stop the other steps. */
  SUPABASE_URL: optional,
  SUPABASE_SECRET_KEY: optional,
  /** For emails alone, likewise. */
  APP_ORIGIN: optional,
  SUPPORT_CONTACT: optional,
  MAIL_FROM: mailSender,
  MAIL_API_KEY: optional,
  MAIL_API_URL: optional,
  /** For alerts alone, likewise. */
  ALERT_EMAILS: optional,
  ALERT_WEBHOOK_URL: optional,
  ALERT_WEBHOOK_SECRET: optional,
  RUNBOOK_URL: optional,
  /** For the heartbeat alone, likewise. */
  HEARTBEAT_URL: optional,
});

/** @throws Error naming every wrong variable and why, never a value. */
export const parseRollupEnv = (env: unknown): z.infer<typeof rollupEnv> =>
  parseEnv("latchkey-rollup", rollupEnv, env);
