import { z } from "zod";
import { ALERT_SEVERITIES, MUTE_HOURS } from "#core/domain/alerts.ts";
import { operatorNote, operatorReason } from "./operator.ts";
import { pageOf } from "./page.ts";

/** The desk's Alerts: `/api/operator/alerts`. */

export { MUTE_HOURS, type MuteHours } from "#core/domain/alerts.ts";

const time = z.iso.datetime();
const severity = z.enum(ALERT_SEVERITIES);
const targetKind = z.enum(["email", "webhook"]);

/** What operators did about an alert. */
export const alertHandling = z.object({
  acknowledged_at: time.nullable(),
  acknowledged_by: z.string().nullable(),
  closed_at: time.nullable(),
  closed_by: z.string().nullable(),
  note: z.string().nullable().describe("Of the acknowledgement, or of the closing after it"),
});
export type AlertHandling = z.infer<typeof alertHandling>;

const alert = alertHandling.extend({
  id: z.number(),
  rule: z.string().describe("Name of the rule"),
  title: z.string(),
  severity,
  subject: z.string().describe("What it is about, such as a model; empty for the whole service"),
  summary: z.string(),
  started_at: time,
  notices_sent: z.number().describe("Notices of its beginning and its recovery that were accepted"),
});

const firingAlert = alert.extend({
  /** Null until a notice of its beginning was accepted. */
  notified_at: time.nullable(),
  notified_by: z.array(targetKind),
  muted_until: time.nullable(),
  runbook: z.string().nullable().describe("Address of its section of the runbook"),
});
export type FiringAlert = z.infer<typeof firingAlert>;

const alertRule = z.object({
  name: z.string(),
  title: z.string(),
  severity,
  checks: z.string().describe("When it fires"),
  state: z.enum(["ok", "firing", "muted"]).describe("`muted` whether it fires or not"),
  firing: z.number().describe("Alerts of it that fire"),
  muted_until: time.nullable(),
  runbook: z.string().nullable(),
});
export type AlertRuleItem = z.infer<typeof alertRule>;

const alertDestination = z.object({
  kind: targetKind,
  name: z.string().describe("The email address, or the webhook's host"),
  last_sent_at: time.nullable(),
  /** Of the oldest notice that isn't accepted; null while nothing fails. */
  failing: z.object({ error: z.string(), attempts: z.number(), next_at: time }).nullable(),
});
export type AlertDestination = z.infer<typeof alertDestination>;

export const operatorAlertsResponse = z.object({
  /** When the cron last evaluated the rules; null before its first run. */
  checked_at: time.nullable(),
  late: z.boolean().describe("The rules haven't been evaluated for five minutes"),
  firing: z.array(firingAlert).describe("Without those that were closed"),
  rules: z.array(alertRule),
  destinations: z.array(alertDestination),
});
export type OperatorAlertsResponse = z.infer<typeof operatorAlertsResponse>;

const historyItem = alert.extend({ recovered_at: time.nullable() });
export type AlertHistoryItem = z.infer<typeof historyItem>;
export const alertHistoryResponse = pageOf(historyItem);
export type AlertHistoryResponse = z.infer<typeof alertHistoryResponse>;

export const testAlertResponse = z.object({
  destinations: z.number(),
  repeated: z.boolean().describe("There was a test in the last minute, so that nothing was sent"),
});
export type TestAlertResponse = z.infer<typeof testAlertResponse>;

export const acknowledgeRequest = z.object({ note: operatorNote.optional() });

export const muteRequest = z.object({
  hours: z.literal(MUTE_HOURS, `The hours must be one of ${MUTE_HOURS.join(", ")}.`),
  reason: operatorReason,
});
export const muteResponse = z.object({ muted_until: time.nullable() });
export type MuteResponse = z.infer<typeof muteResponse>;
