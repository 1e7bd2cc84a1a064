import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { openDatabase } from "#core/storage/database.ts";
import { parseEnv } from "./env.ts";

const clock = { now: () => Date.now() };

/** A failure is thrown on, so that the platform records the run as failed; the next run takes up the rest. */
async function scheduled({ cron }: Pick<ScheduledController, "cron">, env: unknown): Promise<void> {
  const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = parseEnv(env);
  const db = openDatabase({ url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN });
  const requestId = crypto.randomUUID();
  const started = clock.now();
  const report = await rollUpUsage({ db, clock, requestId });
  const ms = clock.now() - started;
  console.log(JSON.stringify({ event: "usage_rolled_up", request_id: requestId, cron, ms, ...report }));
}

const handler = { scheduled, fetch: () => new Response(null, { status: 404 }) };
export default handler satisfies ExportedHandler;
