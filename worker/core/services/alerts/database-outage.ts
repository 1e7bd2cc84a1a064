import { isOver, type Outage } from "#core/domain/outage.ts";
import type { OutageLog } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { TimeoutError, within } from "#core/services/within.ts";
import { readMutes } from "#core/storage/alert-mutes.ts";
import type { AlertSettings } from "#core/storage/alert-settings.ts";
import { storeOutage } from "#core/storage/alerts.ts";
import { type Database, isBusy } from "#core/storage/database.ts";
import { ping, probeWrite } from "#core/storage/health.ts";
import { type AlertTargets, sendUnstored } from "./send-alert-notices.ts";

type OutageContext = ServiceContext & { outages: OutageLog };

const RESPONSE_TIMEOUT_MS = 4_000;
/** Longer than a backup or a chunk of the roll-up holds the database's lock. */
const BUSY_TIMEOUT_MS = 20_000;

/**
 * Before anything else in a run: without the database none of its steps can work. A busy one is waited for. The third
 * run in a row that can't write is reported, each target once, under the start of the outage.
 * @throws the failure of the test write.
 */
export async function checkDatabase(
  ctx: OutageContext & { alertTargets: () => AlertTargets },
): Promise<void> {
  try {
    await probeWhileBusy(ctx);
  } catch (error) {
    const outage = await ctx.outages.failed(ctx.clock.now());
    if (outage.fired && !(await isMuted(ctx))) await tell(ctx, ctx.alertTargets(), outage);
    throw error;
  }
}

/** Busy is not broken: while another writer has the lock, reads still work. */
async function probeWhileBusy({ db, clock }: ServiceContext): Promise<void> {
  const startedAt = clock.now();
  for (;;) {
    let isReadable = false;
    void ping(db).then(
      () => {
        isReadable = true;
      },
      () => undefined,
    );
    try {
      return await within(RESPONSE_TIMEOUT_MS, probeWrite(db, clock.now()));
    } catch (error) {
      const isWaiting = isBusy(error) || (error instanceof TimeoutError && isReadable);
      if (!isWaiting || clock.now() - startedAt >= BUSY_TIMEOUT_MS) throw error;
    }
  }
}

/** A database that can't be read mutes nothing. */
const isMuted = ({ db, clock }: { db: Database } & Pick<ServiceContext, "clock">) =>
  within(RESPONSE_TIMEOUT_MS, readMutes(db, clock.now())).then(
    (mutes) => mutes.has("database_unwritable"),
    () => false,
  );

async function tell(
  { outages }: OutageContext,
  targets: AlertTargets,
  { since, notified }: Outage,
): Promise<void> {
  for await (const target of sendUnstored(targets, { since, notified, summary: SUMMARY }))
    await outages.notified(target);
}

const SUMMARY = "The cron can't write to the database. Keys keep working, and their usage is posted later.";

/** In a run that could write: a reported outage becomes a row of history, and recovers after a calm. */
export async function endOutage(
  { db, clock, outages }: OutageContext,
  targets: AlertSettings["targets"],
): Promise<void> {
  const now = clock.now();
  const outage = await outages.worked(now);
  if (outage === null) return;
  await storeOutage(db, outage, { now, summary: SUMMARY, targets });
  if (isOver(outage, now)) await outages.close(outage.since);
}
