import { parseArgs } from "node:util";
import { z } from "zod";
import type { DatabaseConfig } from "#core/storage/database.ts";
import { usageOf } from "#scripts/usage.ts";
import { databaseEnv, parseEnv } from "#worker/env-schema.ts";
import { consoleProgress, type Progress } from "../local/progress.ts";

interface Command {
  config: DatabaseConfig;
  file: string;
  progress: Progress;
}

/** Runs a command on the database of LIBSQL_URL that is given a file by the option of this name. */
export async function runDatabaseCommand(
  name: "backup" | "restore",
  option: string,
  work: (command: Command) => Promise<void>,
) {
  try {
    const { values } = parseArgs({ options: { [option]: { type: "string" } } });
    const file = values[option];
    if (file === undefined || file === "") throw new Error(`Name the file.\n${usageOf(name)}`);
    const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = parseEnv(name, z.object(databaseEnv), process.env);
    await work({
      config: { url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN },
      file,
      progress: consoleProgress(),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
