import { type DeployedWorker, type Settings, settingsOf, WORKERS } from "./deployed-workers.ts";

/** As `wrangler.toml` and `.dev.vars.example` have them. */
const EXAMPLE = /\bexample\.com\b|\byour[-_]|\.\.\.$/;
/** Workers that work on one thing must be told the same of it. */
const SHARED = ["LIBSQL_URL", "SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "APP_ORIGIN", "MAIL_FROM"];

/** What is wrong with the configuration of all workers, each with the variable's name and never with its value. */
export function configurationProblems(secrets: Record<string, string>): string[] {
  const settings = WORKERS.map((worker) => ({ worker, settings: settingsOf(worker, secrets) }));
  return [
    ...settings.flatMap((one) => problemsOf(one.worker, one.settings)),
    ...SHARED.filter((name) => differs(settings, name)).map((name) => `${name} differs between the workers`),
    ...settings.flatMap((one) => mailProblems(one.worker, one.settings)),
    ...unknownNames(secrets).map((name) => `${name} is no variable of any worker`),
  ];
}

function problemsOf({ name, schema }: DeployedWorker, { vars, secrets }: Settings): string[] {
  const values = { ...vars, ...secrets };
  const examples = Object.keys(values).filter((key) => EXAMPLE.test(values[key] ?? ""));
  const wrong = schema.safeParse(values).error?.issues ?? [];
  return [
    ...examples.map((key) => `${name}: ${key} still has the value of the example`),
    ...wrong.map(({ path, message }) => `${name}: ${path.join(".")} ${message}`),
  ];
}

/** A sender without a key would let each run of the cron fail. */
function mailProblems({ name, schema }: DeployedWorker, { vars, secrets }: Settings): string[] {
  const sends = "MAIL_API_KEY" in schema.shape && vars.MAIL_FROM;
  return sends && !secrets.MAIL_API_KEY ? [`${name}: MAIL_API_KEY is missing, though MAIL_FROM is set`] : [];
}

const differs = (all: { settings: Settings }[], name: string) =>
  new Set(all.flatMap(({ settings }) => settings.vars[name] ?? [])).size > 1;

function unknownNames(secrets: Record<string, string>): string[] {
  const known = new Set(WORKERS.flatMap(({ schema }) => Object.keys(schema.shape)));
  return Object.keys(secrets).filter((name) => !known.has(name));
}
