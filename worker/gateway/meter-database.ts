import { z } from "zod";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { databaseEnv, parseEnv } from "#worker/env-schema.ts";

const meterEnv = z.object(databaseEnv);
/** Shorter than elsewhere: usage is posted again. */
const TIMEOUT_MS = 10_000;

/** libSQL as the objects reach it. @throws Error naming every wrong variable. */
export function openMeterDatabase(env: object): Database {
  const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = parseEnv("latchkey-gateway", meterEnv, env);
  return openDatabase({ url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN, timeoutMs: TIMEOUT_MS });
}
