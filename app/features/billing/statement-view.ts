import { formatDay, recentDays } from "#app/features/analytics/wall-clock.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { formatDate, formatExactDollars, formatSum, formatTime } from "#app/lib/format.ts";
import { midnight } from "#app/lib/local-time.ts";
import type { StatementDay, StatementPart } from "#core/contract/ledger.ts";
import { kindLabel } from "./billing-view.ts";

/** `+$25.00`, `−$2.83`: always with a sign, and a true minus; `−<$0.01` below a cent. `exactTitle` has the rest. */
export function roundAmount(amount: number): string {
  const text = formatSum(Math.abs(amount));
  if (amount === 0) return text;
  return amount > 0 ? `+${text}` : `−${text}`;
}

export const netOf = ({ usage, added, taken }: StatementDay) => sumDollars([usage, added, taken]);

export interface StatementSums {
  /** Before the oldest day. */
  opening: number;
  added: number;
  taken: number;
  usage: number;
  balance: number;
}

/** Of days without a gap, newest first: opening + added + taken + usage = balance. */
export function statementSums(days: readonly StatementDay[]): StatementSums {
  const oldest = days.at(-1);
  const total = (name: "added" | "taken" | "usage") => sumDollars(days.map((day) => day[name]));
  return {
    opening: oldest ? sumDollars([oldest.balance_after, -netOf(oldest)]) : 0,
    added: total("added"),
    taken: total("taken"),
    usage: total("usage"),
    balance: days[0]?.balance_after ?? 0,
  };
}

/** The one transaction of a day without usage, which needs no day around it. */
export const onlyTransaction = ({ charges, parts }: StatementDay) =>
  charges === 0 && parts.length === 1 ? (parts[0]?.transaction ?? null) : null;

/** Transactions are always listed; usage only in an opened day. */
export const listedParts = ({ parts }: StatementDay, open: boolean): StatementPart[] =>
  open ? parts : parts.filter(({ transaction }) => transaction !== null);

/** `API usage`, `API usage, Top-up`. */
export function dayDescription({ charges, parts }: StatementDay): string {
  const others = parts.flatMap(({ transaction }) => (transaction ? kindLabel(transaction) : []));
  return [...(charges > 0 ? ["API usage"] : []), ...new Set(others.toReversed())].join(", ");
}

/** `Today`, else `Thu`. */
export function dayName(date: string, now: number, zone: string): string {
  if (date === recentDays(now, zone).today) return "Today";
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short" }).format(midnight(date));
}

export const dayDate = (date: string) => formatDate(midnight(date), "UTC");

/** `21:00 – 00:00` */
export const partTime = ({ from, to, transaction }: StatementPart) =>
  transaction ? formatTime(transaction.created_at) : `${formatTime(from)} – ${formatTime(to)}`;

/** `Showing Nov 8 – 20`, or the years too if they differ. */
export function shownDays(days: readonly StatementDay[], zoneText: string): string {
  const [newest, oldest] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const isOneYear = newest.slice(0, 4) === oldest.slice(0, 4);
  const first = isOneYear ? formatDay(oldest) : dayDate(oldest);
  const span = newest === oldest ? dayDate(newest) : `${first} – ${dayDate(newest)}`;
  return `Showing ${span}, days in ${zoneText}`;
}

export const exactTitle = (amount: number) => formatExactDollars(amount);
