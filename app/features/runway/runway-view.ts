import { formatDate, formatTime } from "#app/lib/format.ts";
import { keyName } from "#app/lib/keys/key-labels.ts";
import { LONGEST_DAYS } from "#app/lib/pace.ts";
import type { RunwayResponse } from "#core/contract/account.ts";
import { DAY_MS } from "#core/domain/time.ts";
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

/** @param labels the keys' names by id */
export const runwayShares = (keys: RunwayResponse["keys"], labels: ReadonlyMap<string, string>) =>
  keys.map(({ key_id: keyId, name, cost, share }, at) => ({
    id: keyId ?? String(at),
    name: keyName({ keyId, name }, labels),
    cost,
    share,
  }));

/** `Would last until Dec 3, 2026 at this pace`, with `added` dollars more; null for an empty balance. */
export function runwayLine(data: RunwayResponse, added: number, zone?: string): string | null {
  if (data.status === "empty") return null;
  if (data.status !== "estimated") return runwayMessages.short[data.status];
  const end = endOf(added > 0 ? afterTopUp(data, added) : data, zone);
  return `${added > 0 ? "Would last" : "Lasts"} ${end} ${runwayMessages.atThisPace}`;
}

/** The estimate with `dollars` more. */
export function afterTopUp(data: RunwayResponse, dollars: number): RunwayResponse {
  const { balance, daily_cost: pace, as_of } = data;
  if (!pace) return data;
  const days = (balance + dollars) / pace;
  const end = days > LONGEST_DAYS ? null : new Date(Date.parse(as_of) + days * DAY_MS).toISOString();
  return { ...data, days_left: days, lasts_until: end };
}
