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
 * @throws UsageError when LATCHKEY_LOCAL_DIR names a stack with another one: a command on the wrong one of them could
 * not be taken back.
 */
export function operatorDatabase({
  LIBSQL_URL,
  LIBSQL_AUTH_TOKEN,
  LATCHKEY_LOCAL_DIR,
}: NodeJS.ProcessEnv): DatabaseConfig {
  const folder = stateFolder(LATCHKEY_LOCAL_DIR);
  const stack = runningStack(folder);
  if (LIBSQL_URL) {
    if (LATCHKEY_LOCAL_DIR && stack !== null && !isSameServer(LIBSQL_URL, stack.libsql.url))
      throw new UsageError(
        `LIBSQL_URL and the stack in ${folder}, which LATCHKEY_LOCAL_DIR names, are two databases. Unset one of them.`,
      );
    return { url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN || undefined };
  }
  if (stack !== null) return { url: stack.libsql.url };
  throw new UsageError(
    `No stack is running in ${folder}. Start one with \`npm start\`, name its folder in LATCHKEY_LOCAL_DIR, or set LIBSQL_URL (and LIBSQL_AUTH_TOKEN).`,
  );
}

const isSameServer = (one: string, other: string) =>
  URL.canParse(one) && new URL(one).host === new URL(other).host;
