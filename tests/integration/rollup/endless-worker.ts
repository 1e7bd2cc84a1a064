import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { openDatabase } from "#core/storage/database.ts";

/** A cron worker that never rests; a test starts it as a separate process to kill it. */
const [url] = process.argv.slice(2);
if (!url) throw new Error("usage: endless-worker.ts <database url>");
const ctx = {
  db: openDatabase({ url, timeoutMs: 600_000 }),
  clock: { now: () => Date.now() },
  requestId: "endless",
};
console.log("started");
// A busy database ends a run, not the worker.
for (;;) {
  await rollUpUsage(ctx, { chunkRows: 1000 }).catch(() => undefined);
  await buildDays(ctx).catch(() => undefined);
}
