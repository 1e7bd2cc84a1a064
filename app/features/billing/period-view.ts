import { formatSum } from "#app/lib/format.ts";
import { addDays, midnight } from "#app/lib/local-time.ts";
import { requestsPath } from "#app/lib/usage-params.ts";
import { formatDay, formatLongDay, formatMonth } from "#app/lib/wall-clock.ts";
import type { StatementMonth, StatementSummary } from "#core/contract/statement.ts";
import { DAYS_AFTER_A_MONTH } from "#core/domain/ledger.ts";
import { addMonths, daysOfMonth, utcMonthOf } from "#core/domain/months.ts";
import { isMonth, LONGEST_DAYS, type Month } from "#core/domain/ranges.ts";
import { DAY_MS, dayName, isoTime } from "#core/domain/time.ts";
import { billingMessages } from "./messages.ts";
import type { Period } from "./queries.ts";

/** Every `now` in this file is in epoch milliseconds. `November 2026`. */
export const periodName = (period: Period) =>
  period === "all" ? billingMessages.allTime : formatMonth(period);

/** `November 1 – 27, 2026`, `September 27 – November 27, 2026`. */
export function spanText({ from, to }: Pick<StatementSummary, "from" | "to">): string {
  const last = formatLongDay(to);
  if (from === to) return last;
  const [dayAndYear = ""] = last.split(" ").slice(1, 2);
  const year = to.slice(0, 4);
  if (from.slice(0, 7) === to.slice(0, 7))
    return `${formatLongDay(from).split(",")[0]} – ${dayAndYear.replace(",", "")}, ${year}`;
  const first = formatLongDay(from);
  return `${from.slice(0, 4) === year ? first.split(",")[0] : first} – ${last}`;
}

/** The months beside a period: none before the account's first, and none after the current one. */
export function monthsBeside(
  period: Period,
  months: readonly StatementMonth[],
  now: number,
): { previous: Month | null; next: Month | null } {
  if (period === "all") return { previous: null, next: null };
  const current = utcMonthOf(now);
  const oldest = months.at(-1)?.month ?? current;
  return {
    previous: period > oldest ? addMonths(period, -1) : null,
    next: period < current ? addMonths(period, 1) : null,
  };
}

export interface PeriodChoice {
  value: Period;
  label: string;
  note: string;
  /** What was spent, as text; empty while that isn't known. */
  spent: string;
}

/** The months with transactions, the current and the shown one, newest first; then all time. */
export function periodChoices(
  period: Period,
  months: readonly StatementMonth[],
  now: number,
): PeriodChoice[] {
  const current = utcMonthOf(now);
  const known = months.map(({ month }) => month).filter(isMonth);
  const shown = [...new Set([...known, current, ...(period === "all" ? [] : [period])])].toSorted().reverse();
  const of = (month: Month) => months.find((one) => one.month === month);
  const oldest = known.at(-1);
  return [
    ...shown.map((month) => ({
      value: month,
      label: formatMonth(month),
      note: noteOf(month, { current, from: month === oldest ? of(month)?.from : undefined }),
      spent: formatSum(Math.abs(of(month)?.usage ?? 0)),
    })),
    {
      value: "all" as const,
      label: billingMessages.allTime,
      note: "",
      spent: formatSum(months.reduce((sum, { usage }) => sum - usage, 0)),
    },
  ];
}

function noteOf(month: Month, { current, from }: { current: Month; from: string | undefined }): string {
  if (month === current) return "so far";
  return from === undefined || from.endsWith("-01") ? "" : `from ${formatDay(from)}`;
}

/** The last of the four sums: what it is called, and how long it may still change. Money periods are UTC. */
export function closingText({ month, to, ended }: StatementSummary, now: number) {
  if (!ended) return { label: "Balance now", note: month === null ? "" : endText(month, now) };
  const final = dayName(Date.parse(to) / DAY_MS + DAYS_AFTER_A_MONTH + 1);
  const isFinal = now >= Date.parse(final);
  return {
    label: `Closing balance, ${formatDay(to)}`,
    note: isFinal ? "" : `Usage may still be added until ${formatDay(final)} (UTC)`,
  };
}

function endText(month: string, now: number): string {
  if (!isMonth(month)) return "";
  const days = Math.ceil(daysOfMonth(month).end - now / DAY_MS);
  return days <= 1 ? "Month ends today (UTC)" : `Month ends in ${days} days (UTC)`;
}

/** The log of the requests of UTC days up to `now`, of as many of them as it shows at once. */
export function requestsOfDays(first: string, last: string, now: number): string {
  const end = midnight(addDays(last, 1));
  const from = Math.max(midnight(first), end - LONGEST_DAYS * DAY_MS);
  const [start, to] = [from, Math.min(end, now)].map(isoTime);
  return requestsPath({ range: "custom", from: start ?? "", to: to ?? "" }, {});
}
