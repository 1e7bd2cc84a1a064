import { readPrices } from "#core/services/prices/read-prices.ts";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { databaseFailure } from "#scripts/database/database-failure.ts";
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
    const failure = databaseFailure(error);
    if (failure === null) throw error;
    return database("failed", failure.detail, failure.todo);
  }
}
