import { z } from "zod";
import {
  databaseEnv,
  headerText,
  httpUrl,
  keyEnv,
  oneOf,
  optional,
  parseEnv,
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

const BEGINNING = /^[a-z][a-z\d+.-]*:\/\/\S*$/i;
const beginnings = optional
  .transform((value) => value?.split(",").map((text) => text.trim()) ?? [])
  .refine(
    (all) => all.every((text) => BEGINNING.test(text)),
    "must be beginnings of addresses like gs:// or http://files.example/, separated by commas",
  );

export const gatewayEnv = z.object({
  ...databaseEnv,
  ...keyEnv,
  UPSTREAM_URL: httpUrl,
  UPSTREAM_API_KEY: optional.pipe(headerText.optional()),
  UPSTREAM_OPEN_PATHS: openPaths,
  UPSTREAM_FETCHES: beginnings,
  UNKNOWN_FIELDS: oneOf(["refuse", "drop"]),
  ATTRIBUTION: oneOf(["none", "pseudonym"]),
  ...posterEnv,
  ...tracingEnv,
});
export type GatewayVariables = z.infer<typeof gatewayEnv>;

/** @throws Error naming every wrong variable and why, never a value. */
export const parseGatewayEnv = (env: unknown): GatewayVariables =>
  parseEnv("latchkey-gateway", gatewayEnv, env);
