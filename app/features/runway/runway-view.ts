import { keyName } from "#app/features/usage/key-labels.ts";
import { formatCost, formatDate, formatDollars, formatTime } from "#app/lib/format.ts";
import type { RunwayAnswer } from "#core/contract/runway.ts";
import { runwayMessages } from "./messages.ts";

/** Below, the hour matters. */
const HOURS_MATTER_DAYS = 2;
const CENT = 0.01;

interface RunwayWords {
  lead: string;
  /** The end of the sentence, which is what the reader looks for. */
  end?: string;
}

/** Null where there is nothing to say beyond the balance itself. Dates are in the reader's zone unless one is given. */
export function runwayWords(answer: RunwayAnswer, zone?: string): RunwayWords | null {
  switch (answer.status) {
    case "estimated":
      return { lead: runwayMessages.lead, end: endOf(answer, zone) };
    case "too_little_data":
      return { lead: runwayMessages.tooLittle };
    case "not_spending":
      return { lead: runwayMessages.notSpending };
    case "empty":
      return null;
  }
}

function endOf({ lasts_until, days_left }: RunwayAnswer, zone?: string): string {
  if (lasts_until === null) return runwayMessages.beyond;
  const near = days_left !== null && days_left < HOURS_MATTER_DAYS;
  return `until ${formatDate(lasts_until, zone)}${near ? `, ${formatTime(lasts_until, zone)}` : ""}`;
}

/** `$0.42 a day`, with all digits below a cent. */
export const paceText = (dailyCost: number) =>
  `${dailyCost < CENT ? formatCost(dailyCost) : formatDollars(dailyCost)} a day`;

/** Each key's part of the pace. @param labels what the keys are called, by their ids */
export const runwayShares = (keys: RunwayAnswer["keys"], labels: ReadonlyMap<string, string>) =>
  keys.map(({ key_id: keyId, name, cost, share }, at) => ({
    id: keyId ?? String(at),
    name: keyName({ keyId, name }, labels),
    cost,
    share,
  }));
