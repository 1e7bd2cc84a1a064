import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { OperatorContext } from "#core/services/operator/context.ts";
import { openDatabase } from "#core/storage/database.ts";
import type { StackAddresses } from "../local/addresses.ts";
import { UsageError } from "./options.ts";

/** The database that LIBSQL_URL names, else that of the local stack; `by` is who asks. */
export function operatorContext(by: string | undefined): OperatorContext {
  const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = process.env;
  return {
    db: openDatabase({ url: LIBSQL_URL || localDatabase(), authToken: LIBSQL_AUTH_TOKEN || undefined }),
    clock: { now: () => Date.now() },
    requestId: crypto.randomUUID(),
    operator: by || userInfo().username,
  };
}

function localDatabase(): string {
  const file = join(process.env.LATCHKEY_LOCAL_DIR || ".local", "stack.json");
  if (!existsSync(file)) {
    throw new UsageError("Set LIBSQL_URL (and LIBSQL_AUTH_TOKEN), or run `npm start` for a local database.");
  }
  return (JSON.parse(readFileSync(file, "utf8")) as Pick<StackAddresses, "libsql">).libsql.url;
}
