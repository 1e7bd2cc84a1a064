import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";
import type { DatabaseConfig } from "#core/storage/database.ts";
import { apiEnv } from "#worker/api/env.ts";
import { gatewayEnv } from "#worker/gateway/env.ts";
import { rollupEnv } from "#worker/rollup/env.ts";
import { webEnv } from "#worker/web/env.ts";
import type { Environment } from "./environments.ts";
import { type Routes, routeList } from "./routes.ts";

type Role = "gateway" | "api" | "rollup" | "web";

export interface DeployedWorker {
  role: Role;
  name: string;
  /** Its `wrangler.toml`. */
  config: string;
  environment: Environment;
  /** The variables it requires. */
  schema: z.ZodObject;
}

/** In deployment order: a worker is deployed after those it calls. */
const ROLES: readonly { role: Role; config: string; schema: z.ZodObject }[] = [
  { role: "gateway", config: "worker/gateway/wrangler.toml", schema: gatewayEnv },
  { role: "api", config: "worker/api/wrangler.toml", schema: apiEnv },
  { role: "rollup", config: "worker/rollup/wrangler.toml", schema: rollupEnv },
  { role: "web", config: "wrangler.toml", schema: webEnv },
];

const section = z.object({ name: z.string(), vars: z.record(z.string(), z.string()), routes: routeList });
const wranglerConfig = section.extend({ env: z.object({ staging: section }) });

/** What a `wrangler.toml` says about an environment. */
function configured(config: string, environment: Environment): z.infer<typeof section> {
  const { env, ...production } = readConfig(config);
  return environment === "production" ? production : env[environment];
}

/** @throws Error naming the file. */
function readConfig(config: string): z.infer<typeof wranglerConfig> {
  try {
    return wranglerConfig.parse(parse(readFileSync(config, "utf8")));
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${config} can't be used. ${what}`, { cause: error });
  }
}

/** An environment's workers, in deployment order. */
export const workersOf = (environment: Environment): readonly DeployedWorker[] =>
  ROLES.map((role) => ({ ...role, environment, name: configured(role.config, environment).name }));

export interface Settings {
  vars: Record<string, string>;
  secrets: Record<string, string>;
}

/** A worker's settings: the variables of its `wrangler.toml`, and the secrets that it requires. */
export function settingsOf(
  { config, environment, schema }: DeployedWorker,
  secrets: Record<string, string>,
): Settings {
  const { vars } = configured(config, environment);
  const secretNames = Object.keys(schema.shape).filter((name) => !(name in vars));
  const given = secretNames.flatMap((name) => (secrets[name] ? [[name, secrets[name]] as const] : []));
  return { vars, secrets: Object.fromEntries(given) };
}

/** The variables that the workers of an environment share. */
export const sharedVars = (environment: Environment): Record<string, string> =>
  Object.assign({}, ...ROLES.map(({ config }) => configured(config, environment).vars));

export const databaseOf = (environment: Environment, secrets: Record<string, string>): DatabaseConfig => ({
  url: sharedVars(environment).LIBSQL_URL ?? "",
  authToken: secrets.LIBSQL_AUTH_TOKEN || undefined,
});

export function configuredRoutes(environment: Environment): Routes {
  const routesOf = (role: Role) =>
    ROLES.filter((each) => each.role === role).flatMap(
      ({ config }) => configured(config, environment).routes,
    );
  return { web: routesOf("web"), gateway: routesOf("gateway"), origin: sharedVars(environment).APP_ORIGIN };
}
