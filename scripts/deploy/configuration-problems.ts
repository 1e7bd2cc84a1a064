import { z } from "zod";
import { isPublicHost } from "#core/domain/public-host.ts";
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
  "ATTRIBUTION",
  "UNKNOWN_FIELDS",
  "UPSTREAM_FETCHES",
  "OTLP_TRACES_URL",
  "TRACE_SAMPLE_RATIO",
];

const isNoWebhookSecret = (secret: string) => !secret.startsWith("whsec_");

/** Drawn by the operator. Whoever learns one of them must not know another. */
const DRAWN = ["KEY_PEPPER", "KEY_SEALING_SECRET", "HEALTH_TOKEN", "METRICS_TOKEN"];
/** Requested by workers. The runbook's address is only sent to people, who may read it in a network of their own. */
const REQUESTED = /^(?!RUNBOOK_).*_(URL|ORIGIN)$/;

/** Staging shares none of these with production. */
const OWN = ["LIBSQL_URL", "SUPABASE_URL", "APP_ORIGIN"];

/** Values that are easily mixed up. */
const MISTAKEN: readonly { name: string; is: (value: string) => boolean; rule: string }[] = [
  { name: "APP_ORIGIN", is: (origin) => origin.endsWith("/"), rule: "must not end with a slash" },
  {
    name: "SUPABASE_URL",
    is: (url) => /\.supabase\.co\/./.test(url),
    rule: "must be the project's address without a path",
  },
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
  const configured = workersOf(environment).map((worker) => ({
    worker,
    settings: settingsOf(worker, secrets),
  }));
  return [
    ...settingsProblems(configured),
    ...routeProblems(configuredRoutes(environment)),
    ...(environment === "production" ? [] : stagingProblems(secrets)),
    ...repeatedSecrets(secrets),
    ...unknownNames(secrets).map((name) => `${name} is no variable of any worker`),
  ];
}

interface Configured {
  worker: DeployedWorker;
  settings: Settings;
}

/** Those with the settings of each worker, and between them. */
export function settingsProblems(configured: readonly Configured[]): string[] {
  const ofEach = (problems: Problems) =>
    configured.flatMap(({ worker, settings: { vars, secrets } }) =>
      problems(worker, { ...vars, ...secrets }),
    );
  return [
    ...ofEach(schemaProblems),
    ...ofEach(mistakenProblems),
    ...ofEach(unknownProblems),
    ...(isEmulated() ? [] : ofEach(addressProblems)),
    ...SHARED.flatMap((name) => differenceOf(configured, name)),
    ...ofEach(conditionProblems),
  ];
}

/** The problems, and where to set each variable and get its value. @param secretsFile name of the file of secrets. */
export function describeProblems(problems: readonly string[], secretsFile: string): string {
  const lines = (of: readonly string[]) => of.map((line) => `\n  ${line}`).join("");
  return `The configuration is not ready:${lines(problems)}\n\nWhere to set it, and where to get it:${lines(whereToGet(problems, secretsFile))}`;
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

/** A misspelled name; wrangler would upload it, and nothing would read it. */
const unknownProblems: Problems = ({ name, config, schema }, values) =>
  Object.keys(values)
    .filter((key) => !Object.hasOwn(schema.shape, key))
    .map((key) => `${name}: ${key} in ${config} is no variable of this worker`);

/** A worker at Cloudflare reaches neither this machine nor an IP address. */
const addressProblems: Problems = (worker, values) =>
  Object.entries(values).flatMap(([name, value]) => {
    if (!REQUESTED.test(name) || !URL.canParse(value)) return [];
    const { hostname, protocol } = new URL(value);
    const rule = !isPublicHost(hostname)
      ? "must have a public host name: workers reach no private network and no IP address"
      : "must begin with https://: keys and money would travel unencrypted";
    return isPublicHost(hostname) && protocol !== "http:" ? [] : [`${worker.name}: ${name} ${rule}`];
  });

/** Cloudflare's API is replaced by one on this machine, whose workers run here, too. */
function isEmulated(): boolean {
  const { CLOUDFLARE_API_BASE_URL: api = "" } = process.env;
  return URL.canParse(api) && !isPublicHost(new URL(api).hostname);
}

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

function differenceOf(configured: readonly Configured[], name: string): string[] {
  const having = configured.filter(({ settings }) => name in settings.vars);
  const groups = [...Map.groupBy(having, ({ settings }) => settings.vars[name]).values()];
  const files = groups.map((group) => group.map(({ worker }) => worker.config).join(" and "));
  return files.length > 1 ? [`${name} has one value in ${files.join(", another in ")}`] : [];
}

const repeatedSecrets = (secrets: Values): string[] =>
  DRAWN.flatMap((name, index) => {
    const same = DRAWN.slice(0, index).find((earlier) => secrets[name] && secrets[earlier] === secrets[name]);
    return same === undefined ? [] : [`${name} is the same as ${same}, and each needs its own`];
  });

function unknownNames(secrets: Values): string[] {
  const ofWorkers = workersOf("production").flatMap(({ schema }) => Object.keys(schema.shape));
  const known = new Set([...ofWorkers, VERIFY_TOKEN]);
  return Object.keys(secrets).filter((name) => !known.has(name));
}
