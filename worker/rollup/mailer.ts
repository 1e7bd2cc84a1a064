import { z } from "zod";
import type { Mailer } from "#core/ports.ts";
import { createResendMailer } from "#worker/adapters/resend-mailer.ts";
import { httpUrl, optional, originUrl, parseEnv, text } from "../env-schema.ts";

/** What is wanted once MAIL_FROM is set. */
export const mailEnv = z.object({
  MAIL_FROM: text,
  MAIL_API_KEY: text,
  MAIL_API_URL: optional.pipe(httpUrl.optional()),
  APP_ORIGIN: originUrl,
});

/**
 * What mails notifications, and where their links lead; no mailer unless a sender is set.
 * @throws Error naming the variables that are wrong and why, never a value: only the mails stop for them.
 */
export function mailingOf(settings: { MAIL_FROM?: string | undefined }): {
  mailer: Mailer | null;
  appOrigin: string;
} {
  if (settings.MAIL_FROM === undefined) return { mailer: null, appOrigin: "" };
  const env = parseEnv("mails (MAIL_FROM)", mailEnv, settings);
  const { MAIL_FROM: from, MAIL_API_KEY: apiKey, MAIL_API_URL: apiUrl, APP_ORIGIN: appOrigin } = env;
  return { mailer: createResendMailer({ from, apiKey, apiUrl }), appOrigin };
}
