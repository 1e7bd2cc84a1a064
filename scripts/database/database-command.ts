import { parseArgs } from "node:util";
import { z } from "zod";
import type { DatabaseConfig } from "#core/storage/database.ts";
import { databaseEnv, parseEnv } from "#worker/env-schema.ts";
import { consoleProgress, type Progress } from "../local/progress.ts";

interface Command {
  config: DatabaseConfig;
  file: string;
  progress: Progress;
}

/** Runs a command on the database of LIBSQL_URL that is given a file by the option of this name. */
export async function runDatabaseCommand(
  name: string,
  { option, usage }: { option: string; usage: string },
  work: (command: Command) => Promise<void>,
) {
  try {
    const help = { type: "boolean", short: "h" } as const;
    const { values } = parseArgs({ options: { [option]: { type: "string" }, help } });
    if (values.help === true) return console.log(usage);
    const file = values[option];
    if (typeof file !== "string" || file === "") throw new Error(`Name the file: --${option} backup.sql.gz`);
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
