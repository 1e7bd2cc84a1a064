import { z } from "zod";
import type { Finding } from "#core/domain/alert-findings.ts";
import { ALERT_NOTICE_KINDS, ALERTS, CALM_MS, CONDITION_GAP_MS, TEST_ALERT } from "#core/domain/alerts.ts";
import type { Outage } from "#core/domain/outage.ts";
import { DAY_MS, MINUTE_MS } from "#core/domain/time.ts";
import { HANDLING, handlingFields } from "./alert-handling.ts";
import { MUTED } from "./alert-mutes.ts";
import { type AlertSettings, storeSettings } from "./alert-settings.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const FOUND = `(SELECT value ->> 'name' AS name, value ->> 'subject' AS subject, value ->> 'summary' AS summary,
  value -> 'facts' AS facts, value ->> 'holdsFor' AS holds_for FROM json_each(:findings))`;
const OUTAGE = "name = 'database_unwritable'";
/** An outage of the database is stored as it was remembered. */
const OPEN = `recovered_at IS NULL AND NOT ${OUTAGE}`;
const END_CONDITIONS = `DELETE FROM alert_conditions WHERE (name, subject) NOT IN (SELECT name, subject FROM ${FOUND})`;
const HOLD_CONDITIONS = `INSERT INTO alert_conditions (name, subject, since, seen_at)
  SELECT name, subject, :now, :now FROM ${FOUND} WHERE true
  ON CONFLICT DO UPDATE SET seen_at = max(seen_at, excluded.seen_at),
    since = iif(excluded.seen_at - seen_at >= ${CONDITION_GAP_MS}, excluded.since, min(since, excluded.since))`;
/** A closed alert ends when something was found that it didn't have; the next statement starts another. */
const END_CLOSED = `UPDATE alerts SET recovered_at = :now, cleared_at = :now
  WHERE ${OPEN} AND closed_at IS NOT NULL AND EXISTS (SELECT 1 FROM ${FOUND} AS found, json_each(found.facts) AS fact
    WHERE found.name = alerts.name AND found.subject = alerts.subject
      AND fact.value NOT IN (SELECT value FROM json_each(alerts.facts)))`;
/**
 * One that still fires is found again at once, without its rule's duration. With something new, an acknowledgement no
 * longer holds.
 */
const FIRE = `INSERT INTO alerts (name, subject, summary, facts, started_at, seen_at)
  SELECT name, subject, summary, facts,
    max(since, coalesce((SELECT max(recovered_at) FROM alerts AS before
      WHERE before.name = found.name AND before.subject = found.subject), 0)), :now
  FROM ${FOUND} AS found JOIN alert_conditions USING (name, subject)
  WHERE :now - since >= holds_for OR EXISTS (SELECT 1 FROM alerts AS firing
    WHERE firing.name = found.name AND firing.subject = found.subject AND firing.recovered_at IS NULL)
  ON CONFLICT (name, subject) WHERE recovered_at IS NULL
  DO UPDATE SET seen_at = max(seen_at, excluded.seen_at), cleared_at = NULL, summary = excluded.summary,
    acknowledged_at = iif(EXISTS (SELECT 1 FROM json_each(excluded.facts) AS fact
      WHERE fact.value NOT IN (SELECT value FROM json_each(alerts.facts))), NULL, acknowledged_at),
    facts = iif(closed_at IS NULL, excluded.facts, facts)`;
const CLEAR = `UPDATE alerts SET cleared_at = :now WHERE ${OPEN} AND cleared_at IS NULL AND seen_at < :now
  AND (name, subject) NOT IN (SELECT name, subject FROM ${FOUND})`;
const CALMED = `recovered_at IS NULL AND cleared_at IS NOT NULL AND seen_at <= :now - ${CALM_MS}`;
const TARGETS = "(SELECT value AS target FROM json_each(:targets))";
/** Also for alerts that began before a target was added, or while their rule was muted. */
const ANNOUNCE = `INSERT INTO alert_notices (alert_id, kind, target, created_at, due_at)
  SELECT alerts.id, 'firing', target, :now, :now FROM alerts, ${TARGETS}
  WHERE recovered_at IS NULL AND closed_at IS NULL AND name NOT IN ${MUTED}
  ON CONFLICT DO NOTHING`;
const announce = (targets: AlertSettings["targets"], now: number) => ({
  sql: ANNOUNCE,
  args: { now, targets: JSON.stringify(targets.map(({ target }) => target)) },
});
/** Only where the alert was announced: even while its rule is muted, so that nobody waits for its end. */
const announceEnd = (which: string) => `INSERT INTO alert_notices (alert_id, kind, target, created_at, due_at)
  SELECT alert_id, 'recovered', target, :now, :now FROM alert_notices AS fired JOIN alerts ON alerts.id = alert_id
  WHERE fired.kind = 'firing' AND ${which}
  ON CONFLICT DO NOTHING`;
/** For its targets a closed alert has ended. */
const ANNOUNCE_CLOSED = announceEnd(
  "fired.sent_at IS NOT NULL AND recovered_at IS NULL AND closed_at IS NOT NULL",
);
/** For `writeBatch`; the last statement ends those alerts that have been calm for long enough. */
const recover = (which: string, now: number) =>
  [
    announceEnd(`${which} AND ${CALMED}`),
    `UPDATE alerts SET recovered_at = cleared_at WHERE ${which} AND ${CALMED}`,
  ].map((sql) => ({ sql, args: { now } }));
const KEPT_MS = 90 * DAY_MS;
const OLD = `SELECT id FROM alerts WHERE recovered_at IS NOT NULL AND recovered_at < :now - ${KEPT_MS}`;
const FORGET_NOTICES = `DELETE FROM alert_notices WHERE alert_id IN (${OLD})`;
const FORGET = `DELETE FROM alerts WHERE id IN (${OLD})`;

/**
 * Stores what holds at `now` (epoch ms). A finding fires once it held for its rule's duration, an alert recovers after a
 * calm, and each change is queued once per target, except beginnings of muted rules. A closed alert fires again only with
 * new facts. Alerts that recovered three months ago are deleted. Safe to repeat or overlap.
 */
export async function storeFindings(
  db: Database,
  findings: readonly Finding[],
  { now, settings }: { now: number; settings: AlertSettings },
): Promise<{ recovered: number }> {
  const found = findings.map((finding) => ({ ...finding, holdsFor: ALERTS[finding.name].holdsFor }));
  const args = { now, findings: JSON.stringify(found) };
  const holding = [
    { sql: ANNOUNCE_CLOSED, args: { now } },
    { sql: END_CONDITIONS, args: { findings: args.findings } },
    ...[HOLD_CONDITIONS, END_CLOSED, FIRE, CLEAR].map((sql) => ({ sql, args })),
    ...recover(`NOT ${OUTAGE}`, now),
  ];
  const results = await writeBatch(db, [
    ...holding,
    announce(settings.targets, now),
    { sql: FORGET_NOTICES, args: { now } },
    { sql: FORGET, args: { now } },
    storeSettings(settings),
  ]);
  return { recovered: results[holding.length - 1]?.rowsAffected ?? 0 };
}

const STORE_OUTAGE = `INSERT INTO alerts (name, subject, summary, started_at, seen_at, cleared_at)
  SELECT 'database_unwritable', '', :summary, :since, :lastFailedAt, :clearedAt
  WHERE NOT EXISTS (SELECT 1 FROM alerts WHERE ${OUTAGE} AND started_at = :since AND recovered_at IS NOT NULL)
  ON CONFLICT (name, subject) WHERE recovered_at IS NULL
  DO UPDATE SET seen_at = excluded.seen_at, cleared_at = excluded.cleared_at`;
const STORE_NOTIFIED = `INSERT INTO alert_notices (alert_id, kind, target, created_at, attempts, sent_at)
  SELECT alerts.id, 'firing', notified.value, :since, 1, :lastFailedAt FROM alerts, json_each(:notified) AS notified
  WHERE ${OUTAGE} AND recovered_at IS NULL
  ON CONFLICT DO NOTHING`;

/** Makes a reported outage a row of history, with the notices that were sent without one. Safe to repeat. */
export async function storeOutage(
  db: Database,
  { since, lastFailedAt, clearedAt, notified }: Outage,
  { now, summary, targets }: { now: number; summary: string; targets: AlertSettings["targets"] },
): Promise<void> {
  await writeBatch(db, [
    { sql: STORE_OUTAGE, args: { summary, since, lastFailedAt, clearedAt } },
    { sql: STORE_NOTIFIED, args: { since, lastFailedAt, notified: JSON.stringify(notified) } },
    announce(targets, now),
    ...recover(OUTAGE, now),
  ]);
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
const ALERTS_OF = `SELECT id, name, subject, summary, started_at AS startedAt, recovered_at AS recoveredAt,
    closed_by AS closedBy, note FROM alerts WHERE id IN (SELECT value FROM json_each(:ids))`;
const FINISH = "UPDATE alert_notices SET due_at = NULL, sent_at = :sentAt, error = :error WHERE id = :id";
const POSTPONE = "UPDATE alert_notices SET error = :error WHERE id = :id";

export const alertRow = z.object({
  id: z.int(),
  name: z.string(),
  subject: z.string(),
  summary: z.string(),
  startedAt: z.int(),
  recoveredAt: z.int().nullable(),
  /** The operator who closed it, and why. */
  closedBy: z.string().nullable(),
  note: z.string().nullable(),
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
