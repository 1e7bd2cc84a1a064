import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { z } from "zod";
import { apiEnv } from "#worker/api/env.ts";
import { rollupEnv } from "#worker/rollup/env.ts";
import { publicConfig } from "#worker/web/env.ts";

export interface DeployedWorker {
  name: string;
  /** Its `wrangler.toml`. */
  config: string;
  /** The variables it asks for. */
  schema: z.ZodObject;
}

export const API: DeployedWorker = {
  name: "latchkey-api",
  config: "worker/api/wrangler.toml",
  schema: apiEnv,
};

export const WEB: DeployedWorker = { name: "latchkey-web", config: "wrangler.toml", schema: publicConfig };

/** In the order of their deployment: what a worker calls is there before it. */
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

/** What a worker is deployed with: the variables of its `wrangler.toml`, and those of the secrets that it asks for. */
export function settingsOf({ config, schema }: DeployedWorker, secrets: Record<string, string>): Settings {
  const { vars } = wranglerConfig.parse(parse(readFileSync(config, "utf8")));
  const asked = Object.keys(schema.shape).filter((name) => !(name in vars));
  const given = asked.flatMap((name) => (secrets[name] ? [[name, secrets[name]] as const] : []));
  return { vars, secrets: Object.fromEntries(given) };
}
