import { databaseFailure, describeDatabaseFailure } from "./database/database-failure.ts";
import { migrateDatabase } from "./local/migrate-database.ts";

const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = process.env;
if (!LIBSQL_URL) {
  console.error(
    "Set LIBSQL_URL (and LIBSQL_AUTH_TOKEN, if the server wants one) to the database to migrate.",
  );
  process.exit(1);
}
try {
  await migrateDatabase({ url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN || undefined });
  console.log("The database has the newest schema.");
} catch (error) {
  const failure = databaseFailure(error);
  if (failure === null) throw error;
  console.error(describeDatabaseFailure(failure));
  process.exitCode = 1;
}
