import { z } from "zod";
import {
  databaseEnv,
  headerText,
  httpUrl,
  keyEnv,
  optional,
  parseEnv,
  requestRulesEnv,
  tracingEnv,
} from "#worker/env-schema.ts";
import { posterEnv } from "./poster/posters.ts";

const OPEN_PATH = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[\w~-][\w.~-]*)+$/;
const openPaths = optional
  .transform((value) => new Set(value?.split(",").map((path) => path.trim()) ?? []))
  .refine(
    (paths) => [...paths].every((path) => OPEN_PATH.test(path)),
    "must be methods with paths like GET /voices, separated by commas",
  );

export const gatewayEnv = z.object({
  ...databaseEnv,
  ...keyEnv,
  UPSTREAM_URL: httpUrl,
  UPSTREAM_API_KEY: optional.pipe(headerText.optional()),
  UPSTREAM_OPEN_PATHS: openPaths,
  ...requestRulesEnv,
  ...posterEnv,
  ...tracingEnv,
});
export type GatewayVariables = z.infer<typeof gatewayEnv>;

/** @throws Error naming every wrong variable and why, never a value. */
export const parseGatewayEnv = (env: unknown): GatewayVariables =>
  parseEnv("latchkey-gateway", gatewayEnv, env);
