import { z } from "zod";
import type { Mailer, UsageSource } from "#core/ports.ts";
import type { AlertTargets } from "#core/services/alerts/send-alert-notices.ts";
import { createAlertWebhook } from "#worker/adapters/alert-webhook.ts";
import { sendHeartbeat } from "#worker/adapters/heartbeat.ts";
import { createResendMailer } from "#worker/adapters/resend-mailer.ts";
import { createSupabaseUsage } from "#worker/adapters/supabase-usage.ts";
import { contact, httpUrl, optional, originUrl, parseEnv, text } from "#worker/env-schema.ts";

/** Required once SUPABASE_USAGE_IMPORT is on. */
export const importEnv = z.object({ SUPABASE_URL: httpUrl, SUPABASE_SECRET_KEY: text });

/** Required once MAIL_FROM is set. */
export const mailEnv = z.object({
  MAIL_FROM: text,
  MAIL_API_KEY: text,
  MAIL_API_URL: optional.pipe(httpUrl.optional()),
  APP_ORIGIN: originUrl,
  SUPPORT_CONTACT: optional.pipe(contact.optional()),
});

/** No mailer without a sender. @throws Error naming the wrong variables, never a value; only emails stop. */
export function mailingOf(settings: { MAIL_FROM?: string | undefined }): {
  mailer: Mailer | null;
  appOrigin: string;
  supportContact?: string | undefined;
} {
  if (settings.MAIL_FROM === undefined) return { mailer: null, appOrigin: "" };
  const env = parseEnv("email (MAIL_FROM)", mailEnv, settings);
  const { MAIL_FROM: from, MAIL_API_KEY: apiKey, MAIL_API_URL: apiUrl, ...links } = env;
  const mailer = createResendMailer({ from, apiKey, apiUrl });
  return { mailer, appOrigin: links.APP_ORIGIN, supportContact: links.SUPPORT_CONTACT };
}

const ADDRESS = /^[^\s<>@,]+@[^\s<>@,]+$/;
const ADDRESSES_MAX = 10;
const addresses = optional
  .transform((value) => [...new Set(value?.split(",").map((part) => part.trim()) ?? [])])
  .refine(
    (all) => all.length <= ADDRESSES_MAX && all.every((address) => ADDRESS.test(address)),
    `must be at most ${ADDRESSES_MAX} email addresses, separated by commas`,
  );
const SECRET = /^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/;

/** Required once one of them is set. */
export const alertEnv = z
  .object({
    ALERT_EMAILS: addresses,
    ALERT_WEBHOOK_URL: optional.pipe(httpUrl.optional()),
    ALERT_WEBHOOK_SECRET: optional.pipe(
      z.string().regex(SECRET, "must be whsec_ and at least 24 random bytes in base64").optional(),
    ),
    RUNBOOK_URL: optional.pipe(httpUrl.optional()),
    MAIL_FROM: optional,
  })
  .refine(({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }) => !url || secret, {
    path: ["ALERT_WEBHOOK_SECRET"],
    error: "is missing",
  })
  .refine(({ ALERT_EMAILS, MAIL_FROM }) => ALERT_EMAILS.length === 0 || MAIL_FROM, {
    path: ["ALERT_EMAILS"],
    error: "needs MAIL_FROM",
  });

/** Alerts without a target are only stored. @throws Error naming the wrong variables, never a value; only alerts stop. */
export function alertingOf(settings: { MAIL_FROM?: string | undefined }): AlertTargets {
  const env = parseEnv("alerts (ALERT_…)", alertEnv, settings);
  const { ALERT_EMAILS: emails, ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = env;
  return {
    emails,
    mailer: emails.length === 0 ? null : mailingOf(settings).mailer,
    webhook: url === undefined || secret === undefined ? null : createAlertWebhook({ url, secret }),
    runbook: env.RUNBOOK_URL ?? RUNBOOK,
  };
}

/** Named, not linked, unless its address is configured. */
const RUNBOOK = "docs/operations/runbook.md";

const heartbeatEnv = z.object({ HEARTBEAT_URL: optional.pipe(httpUrl.optional()) });

/** Null without an address. @throws Error naming the wrong variable, never a value; only heartbeats stop. */
export function heartbeatOf(settings: object): (() => Promise<void>) | null {
  const { HEARTBEAT_URL: url } = parseEnv("the heartbeat", heartbeatEnv, settings);
  return url === undefined ? null : () => sendHeartbeat(url);
}

/** The operator's usage table. @throws Error naming the wrong variables, never a value; only the import stops. */
export function usageSourceOf(settings: object): UsageSource {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = parseEnv(
    "the import (SUPABASE_USAGE_IMPORT)",
    importEnv,
    settings,
  );
  return createSupabaseUsage({ supabaseUrl: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY });
}
