import { parseArgs } from "node:util";
import { z } from "zod";
import type { DatabaseConfig } from "#core/storage/database.ts";
import { usageOf } from "#scripts/usage.ts";
import { databaseEnv, parseEnv } from "#worker/env-schema.ts";
import { consoleProgress, type Progress } from "../local/progress.ts";

interface Command<Option extends string> {
  config: DatabaseConfig;
  file: string;
  /** Those that were given. */
  options: Partial<Record<Option, string>>;
  progress: Progress;
}

/** Runs a command on the database of LIBSQL_URL that is given a file by the option `path`, and may have `others`. */
export async function runDatabaseCommand<Option extends string = never>(
  name: "backup" | "restore",
  { path, others = [] }: { path: string; others?: readonly Option[] },
  work: (command: Command<Option>) => Promise<void>,
) {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      options: Object.fromEntries([path, ...others].map((option) => [option, text])),
    });
    const file = values[path];
    if (file === undefined || file === "") throw new Error(`Name the file.\n${usageOf(name)}`);
    const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = parseEnv(name, z.object(databaseEnv), process.env);
    await work({
      config: { url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN },
      file,
      // `parseArgs` returned texts under these names only.
      options: values as Partial<Record<Option, string>>,
      progress: consoleProgress(),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
