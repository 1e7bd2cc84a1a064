import { userInfo } from "node:os";
import type { OperatorContext } from "#core/services/context.ts";
import { type Database, type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { runningStack, stateFolder } from "../local/state-folder.ts";
import { UsageError } from "./options.ts";

/** `by` is who runs the command. */
export const operatorContext = (by: string | undefined): OperatorContext =>
  commandContext(openDatabase(operatorDatabase(process.env)), by || userInfo().username);

/** Outside of the workers, so that accounts' objects learn of changes only when they read libSQL again. */
export const commandContext = (db: Database, operator: string): OperatorContext => ({
  db,
  operator,
  operatorUserId: null,
  via: "command",
  address: null,
  clock: { now: () => Date.now() },
  requestId: crypto.randomUUID(),
  refreshMeter: async () => {},
});

/**
 * The database that LIBSQL_URL names, else that of the local stack.
 * @throws UsageError when both are named: a command on the wrong one of them could not be taken back.
 */
export function operatorDatabase({
  LIBSQL_URL,
  LIBSQL_AUTH_TOKEN,
  LATCHKEY_LOCAL_DIR,
}: NodeJS.ProcessEnv): DatabaseConfig {
  if (LIBSQL_URL && LATCHKEY_LOCAL_DIR)
    throw new UsageError("LIBSQL_URL and LATCHKEY_LOCAL_DIR name two databases. Unset one of them.");
  if (LIBSQL_URL) return { url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN || undefined };
  const folder = stateFolder(LATCHKEY_LOCAL_DIR);
  const stack = runningStack(folder);
  if (stack !== null) return { url: stack.libsql.url };
  throw new UsageError(
    `No stack is running in ${folder}. Start one with \`npm start\`, name its folder in LATCHKEY_LOCAL_DIR, or set LIBSQL_URL (and LIBSQL_AUTH_TOKEN).`,
  );
}
