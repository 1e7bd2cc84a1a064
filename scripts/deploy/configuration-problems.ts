import { z } from "zod";
import { alertEnv, importEnv, mailEnv } from "#worker/rollup/optional-adapters.ts";
import { isPublishableKey } from "#worker/supabase-key.ts";
import {
  configuredRoutes,
  type DeployedWorker,
  type Settings,
  settingsOf,
  sharedVars,
  workersOf,
} from "./deployed-workers.ts";
import type { Environment } from "./environments.ts";
import { routeProblems } from "./routes.ts";
import { VERIFY_TOKEN } from "./secrets-file.ts";
import { whereToGet } from "./where-to-get.ts";

type Values = Record<string, string>;
type Problems = (worker: DeployedWorker, values: Values) => string[];

/** As `wrangler.toml` and `.dev.vars.example` have them. */
const EXAMPLE = /\bexample\.com\b|(\b|_)your[-_]|\.\.\.$/;
/** Workers that work on one thing must be told the same of it. */
const SHARED = [
  "LIBSQL_URL",
  "SUPABASE_URL",
  "SUPABASE_PUBLISHABLE_KEY",
  "APP_ORIGIN",
  "MAIL_FROM",
  "SUPPORT_CONTACT",
  "OTLP_TRACES_URL",
  "TRACE_SAMPLE_RATIO",
];

const isNoWebhookSecret = (secret: string) => !secret.startsWith("whsec_");

/** Staging shares none of these with production. */
const OWN = ["LIBSQL_URL", "SUPABASE_URL", "APP_ORIGIN"];

/** Values that are easily mixed up. */
const MISTAKEN: readonly { name: string; is: (value: string) => boolean; rule: string }[] = [
  { name: "SUPABASE_SECRET_KEY", is: isPublishableKey, rule: "is the publishable key" },
  { name: "STRIPE_SECRET_KEY", is: (key) => key.startsWith("pk_"), rule: "is the publishable key" },
  { name: "STRIPE_WEBHOOK_SECRET", is: isNoWebhookSecret, rule: "must begin with whsec_" },
  {
    name: "STRIPE_WEBHOOK_SECRET_PREVIOUS",
    is: (secrets) => secrets.split(",").some((secret) => isNoWebhookSecret(secret.trim())),
    rule: "must be secrets that begin with whsec_, separated by commas",
  },
];

/** Settings that are required only together with another setting. */
const CONDITIONS: readonly { when: (values: Values) => boolean; wanted: z.ZodObject; because: string }[] = [
  { when: ({ MAIL_FROM }) => !!MAIL_FROM, wanted: mailEnv, because: "MAIL_FROM is set" },
  {
    when: ({ ALERT_EMAILS, ALERT_WEBHOOK_URL }) => !!ALERT_EMAILS || !!ALERT_WEBHOOK_URL,
    wanted: alertEnv,
    because: "ALERT_EMAILS or ALERT_WEBHOOK_URL is set",
  },
  {
    when: ({ SUPABASE_USAGE_IMPORT }) => SUPABASE_USAGE_IMPORT === "on",
    wanted: importEnv,
    because: "SUPABASE_USAGE_IMPORT is on",
  },
  {
    when: ({ LIBSQL_URL }) => /\.turso\.io\/?$/.test(LIBSQL_URL ?? ""),
    wanted: z.object({ LIBSQL_AUTH_TOKEN: z.string("is missing") }),
    because: "LIBSQL_URL is Turso's",
  },
];

/** All problems with the workers' configuration. Each names the variable, but never its value. */
export function configurationProblems(secrets: Values, environment: Environment): string[] {
  const settings = workersOf(environment).map((worker) => ({
    worker,
    settings: settingsOf(worker, secrets),
  }));
  const ofEach = (problems: Problems) =>
    settings.flatMap(({ worker, settings: { vars, secrets: own } }) => problems(worker, { ...vars, ...own }));
  return [
    ...ofEach(schemaProblems),
    ...ofEach(mistakenProblems),
    ...SHARED.filter((name) => differs(settings, name)).map((name) => `${name} differs between the workers`),
    ...ofEach(conditionProblems),
    ...routeProblems(configuredRoutes(environment)),
    ...(environment === "production" ? [] : stagingProblems(secrets)),
    ...unknownNames(secrets).map((name) => `${name} is no variable of any worker`),
  ];
}

/** The problems, and where to set each variable and get its value. */
export function describeProblems(problems: readonly string[]): string {
  const lines = (of: readonly string[]) => of.map((line) => `\n  ${line}`).join("");
  return `The configuration is not ready:${lines(problems)}\n\nWhere to set it, and where to get it:${lines(whereToGet(problems))}`;
}

const schemaProblems: Problems = ({ name, schema }, values) => {
  const examples = Object.keys(values).filter((key) => EXAMPLE.test(values[key] ?? ""));
  const wrong = schema.safeParse(values).error?.issues ?? [];
  return [
    ...examples.map((key) => `${name}: ${key} still has the value of the example`),
    ...wrong.map(({ path, message }) => `${name}: ${path.join(".")} ${message}`),
  ];
};

const mistakenProblems: Problems = (worker, values) =>
  MISTAKEN.filter(({ name, is }) => values[name] && is(values[name])).map(
    ({ name, rule }) => `${worker.name}: ${name} ${rule}`,
  );

/** Without them each run of the cron would fail, or the migration. */
const conditionProblems: Problems = ({ name, schema }, values) =>
  CONDITIONS.filter(({ when }) => when(values)).flatMap(({ wanted, because }) => {
    const issues = wanted.safeParse(values).error?.issues ?? [];
    const reported = new Set(schema.safeParse(values).error?.issues.map(({ path }) => path[0]));
    const missing = issues.filter(({ path: [key] }) => String(key) in schema.shape && !reported.has(key));
    return missing.map(({ path, message }) => `${name}: ${path.join(".")} ${message}, though ${because}`);
  });

/** Staging that worked on production's data, or took real money, would be none. */
function stagingProblems(secrets: Values): string[] {
  const [production, staging] = [sharedVars("production"), sharedVars("staging")];
  const shared = OWN.filter(
    (name) => !EXAMPLE.test(staging[name] ?? "") && staging[name] === production[name],
  );
  const takesMoney = /^(sk|rk)_live_/.test(secrets.STRIPE_SECRET_KEY ?? "");
  return [
    ...shared.map((name) => `${name} is production's, and staging needs its own`),
    ...(takesMoney
      ? ["STRIPE_SECRET_KEY is a live key, and staging must use one of Stripe's test mode"]
      : []),
  ];
}

const differs = (all: { settings: Settings }[], name: string) =>
  new Set(all.flatMap(({ settings }) => settings.vars[name] ?? [])).size > 1;

function unknownNames(secrets: Values): string[] {
  const ofWorkers = workersOf("production").flatMap(({ schema }) => Object.keys(schema.shape));
  const known = new Set([...ofWorkers, VERIFY_TOKEN]);
  return Object.keys(secrets).filter((name) => !known.has(name));
}
