import { z } from "zod";
import type { Mailer, UsageSource } from "#core/ports.ts";
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

/** The operator's usage table. @throws Error naming the wrong variables, never a value; only the import stops. */
export function usageSourceOf(settings: object): UsageSource {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = parseEnv(
    "the import (SUPABASE_USAGE_IMPORT)",
    importEnv,
    settings,
  );
  return createSupabaseUsage({ supabaseUrl: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY });
}
