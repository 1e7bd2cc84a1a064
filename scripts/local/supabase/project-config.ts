import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { type MailTemplate, parseTemplate } from "./mail-template.ts";

const PROJECT_FOLDER = join(import.meta.dirname, "../../..");
const TEMPLATE_NAMES = [
  "confirmation",
  "magic_link",
  "recovery",
  "invite",
  "email_change",
  "reauthentication",
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** Go's notation, as the Supabase CLI writes it: `1m0s`. */
const duration = z
  .string()
  .regex(/^(\d+h)?(\d+m)?(\d+s)?$/)
  .transform((text) => {
    const of = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
    return ((of("h") * 60 + of("m")) * 60 + of("s")) * 1000;
  });
const template = z.object({ subject: z.string(), content_path: z.string() });

/** Settings with only one local behavior are literals, so that changing them in the file prevents the start. */
const configFile = z.object({
  auth: z.object({
    additional_redirect_urls: z.array(z.string()),
    jwt_expiry: z.number().int().positive(),
    minimum_password_length: z.number().int().positive(),
    rate_limit: z.object({ sign_in_sign_ups: z.number().int(), token_verifications: z.number().int() }),
    email: z.object({
      enable_confirmations: z.literal(true),
      double_confirm_changes: z.literal(true),
      secure_password_change: z.literal(true),
      max_frequency: duration,
      otp_length: z.literal(6),
      otp_expiry: z.number().int().positive(),
      template: z.record(z.enum(TEMPLATE_NAMES), template),
    }),
  }),
});

export interface ProjectConfig {
  /** Patterns of URLs, other than the site's own, that a link in an email may redirect to. */
  redirectPatterns: string[];
  accessTokenSeconds: number;
  oneTimeTokenSeconds: number;
  minimumPasswordLength: number;
  limits: { mailEveryMs: number; passwordGuesses: number; codeGuesses: number };
  templates: Record<TemplateName, MailTemplate>;
}

/** The hosted project's settings and email templates: `supabase/config.toml` and the files it refers to. */
export function readProjectConfig(): ProjectConfig {
  const { auth } = configFile.parse(parse(readProjectFile("supabase/config.toml")));
  const template = (name: TemplateName) => {
    const { subject, content_path } = auth.email.template[name];
    return parseTemplate(subject, readProjectFile(content_path));
  };
  return {
    redirectPatterns: auth.additional_redirect_urls,
    accessTokenSeconds: auth.jwt_expiry,
    oneTimeTokenSeconds: auth.email.otp_expiry,
    minimumPasswordLength: auth.minimum_password_length,
    limits: {
      mailEveryMs: auth.email.max_frequency,
      passwordGuesses: auth.rate_limit.sign_in_sign_ups,
      codeGuesses: auth.rate_limit.token_verifications,
    },
    templates: {
      confirmation: template("confirmation"),
      magic_link: template("magic_link"),
      recovery: template("recovery"),
      invite: template("invite"),
      email_change: template("email_change"),
      reauthentication: template("reauthentication"),
    },
  };
}

const readProjectFile = (path: string) => readFileSync(join(PROJECT_FOLDER, path), "utf8");
