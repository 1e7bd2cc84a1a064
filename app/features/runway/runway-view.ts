import { keyName } from "#app/features/analytics/key-labels.ts";
import { CENT } from "#app/lib/dollars.ts";
import { formatCost, formatDate, formatDollars, formatTime } from "#app/lib/format.ts";
import type { RunwayResponse } from "#core/contract/account.ts";
import { runwayMessages } from "./messages.ts";

/** Below this, the time of day is shown. */
const HOURS_MATTER_DAYS = 2;

/** A sentence whose `end` is emphasized; null for an empty balance. `zone` defaults to the reader's. */
export function runwayWords(data: RunwayResponse, zone?: string) {
  if (data.status === "empty") return null;
  if (data.status === "estimated") return { lead: runwayMessages.lead, end: endOf(data, zone) };
  return { lead: runwayMessages[data.status === "not_spending" ? "notSpending" : "tooLittle"], end: null };
}

function endOf({ lasts_until, days_left }: RunwayResponse, zone?: string): string {
  if (lasts_until === null) return runwayMessages.beyond;
  const near = days_left !== null && days_left < HOURS_MATTER_DAYS;
  return `until ${formatDate(lasts_until, zone)}${near ? `, ${formatTime(lasts_until, zone)}` : ""}`;
}

/** `$0.42 a day`, with all digits below a cent. */
export const paceText = (dailyCost: number) =>
  `${dailyCost < CENT ? formatCost(dailyCost) : formatDollars(dailyCost)} a day`;

/** @param labels the keys' names by id */
export const runwayShares = (keys: RunwayResponse["keys"], labels: ReadonlyMap<string, string>) =>
  keys.map(({ key_id: keyId, name, cost, share }, at) => ({
    id: keyId ?? String(at),
    name: keyName({ keyId, name }, labels),
    cost,
    share,
  }));
