import { ALERTS, ageText, isAlertName } from "#core/domain/alerts.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { type AlertRow, readAlerts } from "#core/storage/alerts.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./options.ts";
import { time } from "./reports.ts";

const SHOWN_DAYS = 7;
const MOST_LINES = 100;

export const alerts: Command = {
  usage: "alerts",
  about: `Lists the alerts that fire, then those that recovered in the last ${SHOWN_DAYS} days. Exits with 1 if one fires.`,
  async run(open, words, output) {
    const { by } = readOptions(words, {});
    const { db, clock } = open(by);
    const now = clock.now();
    const rows = await readAlerts(db, { since: now - SHOWN_DAYS * DAY_MS, limit: MOST_LINES });
    for (const row of rows) output.log(alertLine(row, now));
    if (rows.length === 0) output.log("No alerts.");
    return rows.some(({ recoveredAt }) => recoveredAt === null) ? 1 : 0;
  },
};

function alertLine({ name, summary, startedAt, recoveredAt }: AlertRow, now: number): string {
  const { severity, title } = isAlertName(name) ? ALERTS[name] : { severity: "warning", title: name };
  const state = recoveredAt === null ? "FIRING" : "recovered";
  const lasted = ageText((recoveredAt ?? now) - startedAt);
  return `${state.padEnd(9)}  ${severity.padEnd(8)}  ${time(startedAt)} UTC, ${lasted}  ${title}: ${summary}`;
}
