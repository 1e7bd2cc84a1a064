import { ageText } from "#core/domain/alert-findings.ts";
import { ALERTS, describeAlert, MUTE_HOURS } from "#core/domain/alerts.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { acknowledgeAlert, closeAlert } from "#core/services/alerts/handle-alert.ts";
import { muteRule, unmuteRule } from "#core/services/alerts/mute-rule.ts";
import { sendTestAlert } from "#core/services/alerts/send-test-alert.ts";
import { readMutes } from "#core/storage/alert-mutes.ts";
import { type HandledAlertRow, readAlerts } from "#core/storage/alerts.ts";
import type { Command } from "./command.ts";
import { readOptions, required, UsageError } from "./options.ts";
import { time } from "./reports.ts";

const SHOWN_DAYS = 7;
const MOST_LINES = 100;

export const alerts: Command = {
  usage: "alerts",
  about: `Lists the alerts that fire with their numbers, those that recovered in the last ${SHOWN_DAYS} days, and the rules that are muted. Exits with 1 if one fires that nobody has acknowledged or closed.`,
  async run(open, words, output) {
    const { by } = readOptions(words, {});
    const { db, clock } = open(by);
    const now = clock.now();
    const rows = await readAlerts(db, { since: now - SHOWN_DAYS * DAY_MS, limit: MOST_LINES });
    for (const row of rows) output.log(alertLine(row, now));
    if (rows.length === 0) output.log("No alerts.");
    for (const [name, until] of await readMutes(db, now)) output.log(mutedLine(name, until));
    return rows.some((row) => stateOf(row) === "FIRING") ? 1 : 0;
  },
};

function stateOf({ recoveredAt, acknowledgedAt, closedAt }: HandledAlertRow): string {
  if (closedAt !== null) return "closed";
  if (recoveredAt !== null) return "recovered";
  return acknowledgedAt === null ? "FIRING" : "acknowledged";
}

function alertLine(row: HandledAlertRow, now: number): string {
  const { id, name, summary, startedAt, recoveredAt, closedAt } = row;
  const { severity, title } = describeAlert(name);
  const lasted = ageText((closedAt ?? recoveredAt ?? now) - startedAt);
  const state = `${String(id).padStart(6)}  ${stateOf(row).padEnd(12)}  ${severity.padEnd(8)}`;
  return `${state}  ${time(startedAt)} UTC, ${lasted}  ${title}: ${summary}${handledText(row)}`;
}

function handledText({ acknowledgedBy, closedBy, note }: HandledAlertRow): string {
  if (closedBy === null && acknowledgedBy === null) return "";
  const who = closedBy === null ? `acknowledged by ${acknowledgedBy}` : `closed by ${closedBy}`;
  return ` (${note === null ? who : `${who}: ${note}`})`;
}

const mutedLine = (name: string, until: number) => `muted     ${name} until ${time(until)} UTC`;

const text = { type: "string" } as const;

function numberOf(words: string | undefined): number {
  if (/^[1-9]\d{0,14}$/.test(words ?? "")) return Number(words);
  throw new UsageError("NUMBER must be the number of an alert, from the command alerts.");
}

export const acknowledge: Command = {
  usage: 'alerts acknowledge NUMBER [--note "…"] [--by NAME]',
  about: "Says that you work on an alert: it stays listed, but no longer counts. NUMBER is from alerts.",
  async run(open, [number, ...words], output) {
    const { by, note } = readOptions(words, { note: text });
    const alert = numberOf(number);
    const { acknowledged_by, closed_by } = await acknowledgeAlert(open(by), { alert, note });
    output.log(
      closed_by === null
        ? `Alert ${alert} is acknowledged by ${acknowledged_by}.`
        : `Alert ${alert} is closed by ${closed_by}.`,
    );
    return 0;
  },
};

export const closeFiring: Command = {
  usage: 'alerts close NUMBER --note "…" [--by NAME]',
  about:
    "Ends an alert by hand, also for whoever was notified of it. It fires again if something new is found, or if it ends and comes back.",
  async run(open, [number, ...words], output) {
    const { by, note } = readOptions(words, { note: text });
    const alert = numberOf(number);
    const { closed_by, ...closed } = await closeAlert(open(by), { alert, note: required(note, "note") });
    output.log(`Alert ${alert} is closed by ${closed_by}: ${closed.note}`);
    return 0;
  },
};

const RULES = Object.keys(ALERTS).join(", ");

export const mute: Command = {
  usage: 'mute RULE --hours 4 --reason "…" [--by NAME]',
  about: `Keeps a rule from sending notices for ${MUTE_HOURS.join(", ")} hours; what still fires then is sent. RULE is ${RULES}.`,
  async run(open, [rule, ...words], output) {
    const { by, reason, ...options } = readOptions(words, { hours: text, reason: text });
    const hours = MUTE_HOURS.find((known) => String(known) === options.hours);
    if (hours === undefined) throw new UsageError(`--hours must be one of ${MUTE_HOURS.join(", ")}.`);
    const input = { rule: required(rule, "rule"), hours, reason: required(reason, "reason") };
    const { muted_until } = await muteRule(open(by), input);
    output.log(`${input.rule} is muted until ${muted_until}.`);
    return 0;
  },
};

export const unmute: Command = {
  usage: 'unmute RULE --reason "…" [--by NAME]',
  about: "Ends that at once.",
  async run(open, [rule, ...words], output) {
    const { by, reason } = readOptions(words, { reason: text });
    const input = { rule: required(rule, "rule"), reason: required(reason, "reason") };
    await unmuteRule(open(by), input);
    output.log(`${input.rule} isn't muted.`);
    return 0;
  },
};

export const testAlert: Command = {
  usage: 'test-alert --reason "…" [--by NAME]',
  about: "Sends a test notice to every destination of alerts, with the next run of the cron.",
  async run(open, words, output) {
    const { by, reason } = readOptions(words, { reason: text });
    const { destinations, repeated } = await sendTestAlert(open(by), { reason: required(reason, "reason") });
    output.log(
      repeated
        ? "There was a test in the last minute. Nothing more is sent."
        : `The next run of the cron sends a test to ${destinations} ${destinations === 1 ? "destination" : "destinations"}.`,
    );
    return 0;
  },
};
