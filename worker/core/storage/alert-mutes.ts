import { and, eq, gt, sql } from "drizzle-orm";
import type { AlertName } from "#core/domain/alerts.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { type Read, rowsOf } from "./read.ts";
import { alertMutes } from "./schema/operations.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

/** Names of the rules that are muted at `:now`. */
export const MUTED = "(SELECT name FROM alert_mutes WHERE until > :now)";

/**
 * What waits to be sent about the rule, except recoveries that the target expects: it was sent the beginning. If the
 * alert still fires once the mute ends, its beginning is queued again.
 */
const waitingOf = (name: AlertName) => sql`DELETE FROM alert_notices AS waiting WHERE due_at IS NOT NULL
  AND alert_id IN (SELECT id FROM alerts WHERE name = ${name})
  AND NOT EXISTS (SELECT 1 FROM alert_notices AS begun WHERE begun.alert_id = waiting.alert_id
    AND begun.target = waiting.target AND begun.kind = 'firing' AND begun.sent_at IS NOT NULL)`;

/** Replaces an earlier mute, and drops what is no longer to be sent. @param until epoch ms */
export async function storeMute(
  db: Database,
  { name, until }: { name: AlertName; until: number },
  log: OperatorEntry,
): Promise<void> {
  await writeBatch(db, [
    db
      .insert(alertMutes)
      .values({ name, until })
      .onConflictDoUpdate({ target: alertMutes.name, set: { until } }),
    operatorLogIf(db, log, ifChanged),
    db.run(waitingOf(name)),
  ]);
}

/** Without a mute at the entry's time, nothing is recorded. */
export async function endMute(db: Database, name: AlertName, log: OperatorEntry): Promise<void> {
  await writeBatch(db, [
    db.delete(alertMutes).where(and(eq(alertMutes.name, name), gt(alertMutes.until, log.at))),
    operatorLogIf(db, log, ifChanged),
  ]);
}

/** Ends of the mutes that hold at `now` (both epoch ms), by rule. */
export const readMutes = (db: Database, now: number): Read<Map<string, number>> =>
  rowsOf(db, db.select().from(alertMutes).where(gt(alertMutes.until, now))).map(
    (rows) => new Map(rows.map(({ name, until }) => [name, until])),
  );
