import { readPrices } from "#core/services/prices/read-prices.ts";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { type Finding, findingOf } from "./findings.ts";

const PATIENCE_MS = 10_000;
const PUBLISH = `Publish your prices in the database at LIBSQL_URL, then deploy again: npm run operator -- prices FILE --reason "…". The format is that of worker/api/prices.example.json`;

const database = findingOf("database");
const prices = findingOf("prices");

/** The database must respond and have a price list in force: without one the gateway refuses every request. */
export async function checkDatabase(config: DatabaseConfig): Promise<Finding> {
  try {
    const { current } = await readPrices(openDatabase({ ...config, timeoutMs: PATIENCE_MS }), Date.now());
    if (current !== null) return prices("ok", `Price list ${current.id} is in force.`);
    return prices(
      "failed",
      "No price list is in force, and without one every request to /v1 is refused.",
      PUBLISH,
    );
  } catch (error) {
    return failure(messagesOf(error));
  }
}

function failure(messages: string): Finding {
  if (/no such (table|column)/.test(messages))
    return database(
      "failed",
      "The database at LIBSQL_URL doesn't have the newest schema, so it isn't known whether it has prices.",
      `Run npm run migrate. ${PUBLISH}`,
    );
  if (/\b40[13]\b/.test(messages))
    return database(
      "failed",
      "The database at LIBSQL_URL refuses LIBSQL_AUTH_TOKEN.",
      "Create a new token (turso db tokens create NAME) and set LIBSQL_AUTH_TOKEN in the file of secrets",
    );
  return database(
    "failed",
    "The database at LIBSQL_URL doesn't respond.",
    "Check LIBSQL_URL in the wrangler.toml files, and the database's server",
  );
}

/** Also of the causes: Drizzle wraps the client's error. */
const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : "";
