import { type Database, databaseFault, openDatabase } from "#core/storage/database.ts";
import { PATIENCE_MS } from "./limits.ts";
import { startTestDatabase, type TestDatabase } from "./test-database.ts";

/** A batch or statement that ended with one of these has written nothing. */
const IN_THE_WAY = ["SQLITE_BUSY", "TRANSACTION_TIMEOUT", "TRANSACTION_BUSY"];

/** As `startTestDatabase`, for tests that are about what is written and not about how long a writer may wait. */
export async function startPatientDatabase(): Promise<TestDatabase> {
  const server = await startTestDatabase();
  return { ...server, db: openPatientDatabase(server.url) };
}

/** The product's client, which waits for a slow server, and for other writers, as long as a test waits for anything. */
export function openPatientDatabase(url: string): Database {
  const db = openDatabase({ url, timeoutMs: PATIENCE_MS });
  const { batch, execute } = db.$client;
  const patiently = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!IN_THE_WAY.includes(databaseFault(error) ?? "") || Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
      }
    }
  };
  const patient: Pick<typeof db.$client, "batch" | "execute"> = {
    batch: (statements, mode) => patiently(() => batch.call(db.$client, statements, mode)),
    execute: (statement: Parameters<typeof execute>[0]) =>
      patiently(() => execute.call(db.$client, statement)),
  };
  Object.assign(db.$client, patient);
  return db;
}
