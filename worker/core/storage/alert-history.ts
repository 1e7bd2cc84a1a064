import { z } from "zod";
import { TEST_ALERT } from "#core/domain/alerts.ts";
import { HANDLING, handlingFields } from "./alert-handling.ts";
import { alertRow } from "./alerts.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { statement } from "./statement.ts";

const ALERT = `SELECT id, name, subject, summary, started_at AS startedAt, recovered_at AS recoveredAt, ${HANDLING},
    (SELECT count(*) FROM alert_notices WHERE alert_id = alerts.id AND sent_at IS NOT NULL) AS noticesSent`;
const PAGE = `${ALERT} FROM alerts WHERE name <> '${TEST_ALERT}' AND id < :before ORDER BY id DESC LIMIT :limit`;
const FIRING = `${ALERT}, (SELECT json_group_array(json_object('target', target, 'sentAt', sent_at)) FROM alert_notices
    WHERE alert_id = alerts.id AND kind = 'firing' AND sent_at IS NOT NULL) AS notices
  FROM alerts WHERE recovered_at IS NULL AND closed_at IS NULL ORDER BY id DESC LIMIT :limit`;

const historyRow = alertRow.extend({ ...handlingFields, noticesSent: z.int() });
export type AlertHistoryRow = z.infer<typeof historyRow>;

/** At most `limit` alerts with an id below `before`, newest first, with the number of notices that were accepted. */
export async function readAlertHistory(
  db: Database,
  { before, limit }: { before: number | null; limit: number },
): Promise<AlertHistoryRow[]> {
  const args = { before: before ?? Number.MAX_SAFE_INTEGER, limit };
  const { rows } = await db.$client.execute({ sql: PAGE, args });
  return z.array(historyRow).parse(rows);
}

const notices = z.array(z.object({ target: z.string(), sentAt: z.int() }));
const firingRow = historyRow.extend({
  notices: z.string().transform((text) => notices.parse(JSON.parse(text))),
});
export type FiringAlertRow = z.infer<typeof firingRow>;

/** Those that no operator has closed, newest first, with the notices of their beginning that were accepted. */
export const readFiringAlerts = (db: Database, limit: number): Read<FiringAlertRow[]> =>
  statement(FIRING, { limit }, firingRow).all(db);

/** Of the destinations that the cron's last run had. */
const TARGETS = `SELECT named.target, (SELECT max(sent_at) FROM alert_notices WHERE target = named.target) AS sentAt,
    failing.attempts, failing.error, failing.due_at AS dueAt
  FROM (SELECT value ->> 'target' AS target FROM alert_settings, json_each(targets)) AS named
  LEFT JOIN alert_notices AS failing ON failing.id = (SELECT id FROM alert_notices
    WHERE due_at IS NOT NULL AND target = named.target AND error IS NOT NULL ORDER BY id LIMIT 1)`;

const targetState = z.object({
  target: z.string(),
  /** When a notice was last accepted, epoch ms. */
  sentAt: z.int().nullable(),
  /** Of the oldest notice that failed and is tried again; null without one. */
  attempts: z.int().nullable(),
  error: z.string().nullable(),
  dueAt: z.int().nullable(),
});
export type TargetState = z.infer<typeof targetState>;

export const readTargetStates = (db: Database): Read<TargetState[]> =>
  statement(TARGETS, [], targetState).all(db);
