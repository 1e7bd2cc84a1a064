import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";
import { apiEnv } from "#worker/api/env.ts";
import { rollupEnv } from "#worker/rollup/env.ts";
import { publicConfig } from "#worker/web/env.ts";
import { type Routes, routesOf } from "./routes.ts";

export interface DeployedWorker {
  name: string;
  /** Its `wrangler.toml`. */
  config: string;
  /** The variables it requires. */
  schema: z.ZodObject;
}

export const API: DeployedWorker = {
  name: "latchkey-api",
  config: "worker/api/wrangler.toml",
  schema: apiEnv,
};

const WEB: DeployedWorker = { name: "latchkey-web", config: "wrangler.toml", schema: publicConfig };

/** In deployment order: a worker is deployed after those it calls. */
export const WORKERS: readonly DeployedWorker[] = [
  API,
  { name: "latchkey-rollup", config: "worker/rollup/wrangler.toml", schema: rollupEnv },
  WEB,
];

const wranglerConfig = z.object({ vars: z.record(z.string(), z.string()) });

export interface Settings {
  vars: Record<string, string>;
  secrets: Record<string, string>;
}

/** A worker's settings: the variables of its `wrangler.toml`, and the secrets that it requires. */
export function settingsOf({ config, schema }: DeployedWorker, secrets: Record<string, string>): Settings {
  const { vars } = wranglerConfig.parse(parse(readFileSync(config, "utf8")));
  const secretNames = Object.keys(schema.shape).filter((name) => !(name in vars));
  const given = secretNames.flatMap((name) => (secrets[name] ? [[name, secrets[name]] as const] : []));
  return { vars, secrets: Object.fromEntries(given) };
}

export const configuredRoutes = (): Routes => ({
  web: routesOf(WEB.config),
  api: routesOf(API.config),
  origin: settingsOf(API, {}).vars.APP_ORIGIN,
});
