import { z } from "zod";
import { ALERT_NOTICE_KINDS, CALM_MS, type Finding, TEST_ALERT } from "#core/domain/alerts.ts";
import { DAY_MS, MINUTE_MS } from "#core/domain/time.ts";
import { HANDLING, handlingFields } from "./alert-handling.ts";
import { MUTED } from "./alert-mutes.ts";
import { type AlertSettings, storeSettings } from "./alert-settings.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const FIRE = `INSERT INTO alerts (name, subject, summary, started_at, seen_at)
  VALUES (:name, :subject, :summary, :now, :now)
  ON CONFLICT (name, subject) WHERE recovered_at IS NULL
  DO UPDATE SET seen_at = max(seen_at, excluded.seen_at), summary = excluded.summary`;
const RECOVER = `UPDATE alerts SET recovered_at = :now
  WHERE recovered_at IS NULL AND seen_at <= :now - ${CALM_MS}`;
const TARGETS = "(SELECT value AS target FROM json_each(:targets))";
/** Also for alerts that began before a target was added, or while their rule was muted. */
const ANNOUNCE = `INSERT INTO alert_notices (alert_id, kind, target, created_at, due_at)
  SELECT alerts.id, 'firing', target, :now, :now FROM alerts, ${TARGETS}
  WHERE recovered_at IS NULL AND name NOT IN ${MUTED}
  ON CONFLICT DO NOTHING`;
/** Only where the alert was announced: even while its rule is muted, so that nobody waits for its end. */
const ANNOUNCE_RECOVERY = `INSERT INTO alert_notices (alert_id, kind, target, created_at, due_at)
  SELECT alert_id, 'recovered', target, :now, :now FROM alert_notices AS fired JOIN alerts ON alerts.id = alert_id
  WHERE recovered_at = :now AND fired.kind = 'firing'
  ON CONFLICT DO NOTHING`;
const KEPT_MS = 90 * DAY_MS;
const OLD = `SELECT id FROM alerts WHERE recovered_at IS NOT NULL AND recovered_at < :now - ${KEPT_MS}`;
const FORGET_NOTICES = `DELETE FROM alert_notices WHERE alert_id IN (${OLD})`;
const FORGET = `DELETE FROM alerts WHERE id IN (${OLD})`;

/**
 * Stores what holds at `now` (epoch ms): new findings begin to fire, alerts without a finding recover after a while, and
 * each change is queued once per target, except beginnings of muted rules. Alerts that recovered three months ago are deleted. Safe to repeat or overlap.
 */
export async function storeFindings(
  db: Database,
  findings: readonly Finding[],
  { now, settings }: { now: number; settings: AlertSettings },
): Promise<{ recovered: number }> {
  const args = { now, targets: JSON.stringify(settings.targets.map(({ target }) => target)) };
  const fired = findings.map((finding) => ({ sql: FIRE, args: { ...finding, now } }));
  const results = await writeBatch(db, [
    ...fired,
    { sql: RECOVER, args: { now } },
    { sql: ANNOUNCE, args },
    { sql: ANNOUNCE_RECOVERY, args: { now } },
    { sql: FORGET_NOTICES, args: { now } },
    { sql: FORGET, args: { now } },
    storeSettings(settings),
  ]);
  return { recovered: results[fired.length]?.rowsAffected ?? 0 };
}

/** Pauses double from a minute to about an hour. */
const MAX_DOUBLINGS = 6;
/** Older notices are of no use. */
const WORTH_SENDING_MS = DAY_MS;
const DROP = `UPDATE alert_notices SET due_at = NULL, error = 'too late'
  WHERE due_at IS NOT NULL AND due_at <= :now AND created_at <= :now - ${WORTH_SENDING_MS}`;
/** Also sets the next attempt, so that a concurrent run doesn't take the same notices. */
const TAKE = `UPDATE alert_notices SET attempts = attempts + 1,
    due_at = :now + (${MINUTE_MS} << min(attempts, ${MAX_DOUBLINGS}))
  WHERE id IN (SELECT id FROM alert_notices WHERE due_at IS NOT NULL AND due_at <= :now ORDER BY id LIMIT :limit)
  RETURNING id, kind, target, alert_id AS alertId, created_at AS createdAt`;
const ALERTS_OF = `SELECT id, name, subject, summary, started_at AS startedAt, recovered_at AS recoveredAt
  FROM alerts WHERE id IN (SELECT value FROM json_each(:ids))`;
const FINISH = "UPDATE alert_notices SET due_at = NULL, sent_at = :sentAt, error = :error WHERE id = :id";
const POSTPONE = "UPDATE alert_notices SET error = :error WHERE id = :id";

export const alertRow = z.object({
  id: z.int(),
  name: z.string(),
  subject: z.string(),
  summary: z.string(),
  startedAt: z.int(),
  recoveredAt: z.int().nullable(),
});
export type AlertRow = z.infer<typeof alertRow>;
const noticeRow = z.object({
  id: z.int(),
  kind: z.enum(ALERT_NOTICE_KINDS),
  target: z.string(),
  alertId: z.int(),
  createdAt: z.int(),
});
export type DueNotice = z.infer<typeof noticeRow> & { alert: AlertRow };

/** Notices to send now, oldest first; each becomes due again after a growing pause, for a day. */
export async function takeDueNotices(
  db: Database,
  { now, limit }: { now: number; limit: number },
): Promise<DueNotice[]> {
  const [, taken] = await writeBatch(db, [
    { sql: DROP, args: { now } },
    { sql: TAKE, args: { now, limit } },
  ]);
  const notices = z.array(noticeRow).parse(taken?.rows);
  if (notices.length === 0) return [];
  const ids = JSON.stringify(notices.map(({ alertId }) => alertId));
  const { rows } = await db.$client.execute({ sql: ALERTS_OF, args: { ids } });
  const byId = new Map(
    z
      .array(alertRow)
      .parse(rows)
      .map((row) => [row.id, row]),
  );
  const found = notices.flatMap((notice) => {
    const alert = byId.get(notice.alertId);
    return alert === undefined ? [] : [{ ...notice, alert }];
  });
  return found.sort((a, b) => a.id - b.id);
}

/** Ends the attempts of a notice. @param sentAt epoch ms; null if it will never be accepted. */
export async function finishNotice(
  db: Database,
  id: number,
  { sentAt, error }: { sentAt: number | null; error: string | null },
): Promise<void> {
  await writeBatch(db, [{ sql: FINISH, args: { id, sentAt, error } }]);
}

export async function postponeNotice(db: Database, id: number, error: string): Promise<void> {
  await writeBatch(db, [{ sql: POSTPONE, args: { id, error } }]);
}

const RECENT = `SELECT id, name, subject, summary, started_at AS startedAt, recovered_at AS recoveredAt, ${HANDLING} FROM alerts
  WHERE name <> '${TEST_ALERT}' AND (recovered_at IS NULL OR recovered_at >= :since) ORDER BY recovered_at IS NOT NULL, id DESC LIMIT :limit`;

const handledRow = alertRow.extend(handlingFields);
export type HandledAlertRow = z.infer<typeof handledRow>;

/** Alerts that fire, then those that recovered since `since` (epoch ms), newest first. */
export async function readAlerts(
  db: Database,
  { since, limit }: { since: number; limit: number },
): Promise<HandledAlertRow[]> {
  const { rows } = await db.$client.execute({ sql: RECENT, args: { since, limit } });
  return z.array(handledRow).parse(rows);
}
