import { z } from "zod";
import {
  databaseEnv,
  headerText,
  httpUrl,
  keyEnv,
  mailSender,
  oneOf,
  optional,
  originUrl,
  parseEnv,
  publishableKey,
  requestRulesEnv,
  text,
  tracingEnv,
} from "#worker/env-schema.ts";

const list = optional.transform((value) => value?.split(",").map((part) => part.trim()) ?? []);

const SELLER_MAX = 300;
/** Lines of the seller's name and address, separated by bars or line breaks. */
const seller = optional
  .refine((value) => (value?.length ?? 0) <= SELLER_MAX, `must have at most ${SELLER_MAX} characters`)
  .transform((value) => {
    const lines = (value ?? "").split(/[|\r\n]/).map((line) => line.trim());
    const filled = lines.filter((line) => line !== "");
    return filled.length > 0 ? filled : undefined;
  });

const OPERATOR = /^([a-z][a-z0-9-]{0,31}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Operators' names by user id. */
const operators = list.transform((entries, context) => {
  const filled = entries.filter((entry) => entry !== "");
  const pairs = filled.flatMap((entry) => {
    const [, name, userId] = OPERATOR.exec(entry) ?? [];
    return name === undefined || userId === undefined ? [] : [[userId, name] as const];
  });
  const byUser = new Map(pairs);
  const names = new Set(byUser.values());
  if (byUser.size === filled.length && names.size === filled.length) return byUser;
  context.addIssue({ code: "custom", message: WRONG_OPERATORS });
  return z.NEVER;
});
const WRONG_OPERATORS =
  "must be pairs like ana:00000000-0000-4000-8000-000000000000, separated by commas: a lower-case name and a Supabase user id, each only once";

const OPERATOR_TOKEN_MIN = 32;
const operatorToken = headerText.min(
  OPERATOR_TOKEN_MIN,
  `must have at least ${OPERATOR_TOKEN_MIN} characters`,
);

const apiVariables = z.object({
  APP_ORIGIN: originUrl,
  ...databaseEnv,
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: publishableKey,
  SUPABASE_SECRET_KEY: text,
  SUPABASE_JWT_SECRET: optional,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_WEBHOOK_SECRET_PREVIOUS: list,
  STRIPE_API_URL: optional.pipe(httpUrl.optional()),
  INVOICES: oneOf(["off", "on"]),
  STRIPE_TAX: oneOf(["off", "on"]),
  ...requestRulesEnv,
  SELLER: seller,
  OPERATORS: operators,
  ...keyEnv,
  MAIL_FROM: mailSender,
  HEALTH_TOKEN: optional.pipe(operatorToken.optional()),
  METRICS_TOKEN: optional.pipe(operatorToken.optional()),
  ...tracingEnv,
});

export const apiEnv = apiVariables.refine(
  ({ INVOICES, STRIPE_TAX }) => STRIPE_TAX === "off" || INVOICES === "on",
  {
    path: ["STRIPE_TAX"],
    error: "needs INVOICES to be on",
  },
);
export type ApiEnv = z.infer<typeof apiEnv>;

/** @throws Error naming every wrong variable and why, never a value. */
export const parseApiEnv = (env: unknown): ApiEnv => parseEnv("latchkey-api", apiEnv, env);
