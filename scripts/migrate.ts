import { migrateDatabase } from "./local/migrate-database.ts";

const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = process.env;
if (!LIBSQL_URL) {
  console.error(
    "Set LIBSQL_URL (and LIBSQL_AUTH_TOKEN, if the server wants one) to the database to migrate.",
  );
  process.exit(1);
}
await migrateDatabase({ url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN || undefined });
console.log("The database has the newest schema.");
