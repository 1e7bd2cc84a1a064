import { formatCount, formatSum } from "#app/lib/format.ts";
import { HOURS_PER_DAY } from "#core/domain/time.ts";

export const LONGEST_DAYS = 3_650;

/** `$0.42 a day` */
export const paceText = (dailyCost: number) => `${formatSum(dailyCost)} a day`;

/** From how many days on a duration is counted in a unit, and the days that it has. */
const UNITS = [
  { unit: "year", from: 730, days: 365 },
  { unit: "month", from: 60, days: 30.44 },
  { unit: "week", from: 14, days: 7 },
  { unit: "day", from: 1, days: 1 },
  { unit: "hour", from: 0, days: 1 / HOURS_PER_DAY },
] as const;

/** `About 2 weeks`: how long `dollars` last at a daily cost. */
export function durationText(dollars: number, dailyCost: number): string {
  const days = dollars / dailyCost;
  if (days > LONGEST_DAYS) return "More than 10 years";
  const { unit, days: each } = UNITS.find(({ from }) => days >= from) ?? UNITS[4];
  const count = Math.floor(days / each);
  if (count === 0) return "Less than an hour";
  return `About ${formatCount(count, unit)}`;
}
