import { z } from "zod";
import { resealKeys } from "#core/services/keys/reseal-keys.ts";
import { openDatabase } from "#core/storage/database.ts";
import { databaseEnv, keyEnv, keySecretsOf, parseEnv } from "#worker/env-schema.ts";

const SHOWN_IDS = 20;

async function run(): Promise<number> {
  const env = parseEnv("reseal-keys", z.object({ ...databaseEnv, ...keyEnv }), process.env);
  const db = openDatabase({ url: env.LIBSQL_URL, authToken: env.LIBSQL_AUTH_TOKEN });
  const report = await resealKeys({ db, keySecrets: keySecretsOf(env) }, ({ examined, resealed }) =>
    console.log(`${examined} keys examined, ${resealed} sealed anew …`),
  );
  if (report.unopened === 0) {
    console.log("Every key that is not revoked is under the present secrets.");
    return 0;
  }
  const shown = report.unopenedIds.slice(0, SHOWN_IDS).join(", ");
  console.error(`${report.unopened} keys open under none of the secrets and were left as they are: ${shown}`);
  console.error("Name the secret they were sealed under in KEY_SEALING_SECRET_PREVIOUS and run this again.");
  return 1;
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : "It failed.");
  return 1;
});
