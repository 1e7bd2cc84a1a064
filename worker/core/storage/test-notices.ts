import { sql } from "drizzle-orm";
import { TEST_ALERT } from "#core/domain/alerts.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

/**
 * Queues a notice for each target, as of an alert that has recovered already. Only once a minute: the cron sends no
 * earlier than that. @returns false if there was one in the last minute, when nothing is written.
 */
export async function queueTestNotices(
  db: Database,
  { summary, targets }: { summary: string; targets: readonly string[] },
  log: OperatorEntry,
): Promise<boolean> {
  const { at } = log;
  const ofTest = sql`SELECT max(id) FROM alerts WHERE name = ${TEST_ALERT}`;
  const recent = sql`SELECT 1 FROM alerts WHERE name = ${TEST_ALERT} AND recovered_at > ${at - MINUTE_MS}`;
  const [, stored] = await writeBatch(db, [
    operatorLogIf(db, log, sql`NOT EXISTS (${recent})`),
    db.run(sql`INSERT INTO alerts (name, subject, summary, started_at, seen_at, recovered_at)
      SELECT ${TEST_ALERT}, '', ${summary}, ${at}, ${at}, ${at} WHERE NOT EXISTS (${recent})`),
    db.run(sql`INSERT INTO alert_notices (alert_id, kind, target, created_at, due_at)
      SELECT (${ofTest}), 'test', value, ${at}, ${at} FROM json_each(${JSON.stringify(targets)})
      WHERE ${ifChanged}`),
  ]);
  return hasChanged(stored);
}
