import { sumDollars } from "#app/lib/dollars.ts";
import { formatDate, formatExactDollars, formatSum } from "#app/lib/format.ts";
import { midnight } from "#app/lib/local-time.ts";
import { formatDay, recentDays } from "#app/lib/wall-clock.ts";
import type { LedgerItem, StatementDay } from "#core/contract/ledger.ts";
import { kindLabel } from "./messages.ts";
import type { Show } from "./queries.ts";

const CENT = 0.01;

/** `+$25.00`, `−$2.83`: with a sign, and a true minus; `<$0.01` below a cent. `exactTitle` has the rest. */
export function roundAmount(amount: number): string {
  const text = formatSum(amount);
  return amount < CENT ? text : `+${text}`;
}

export const netOf = ({ usage, late, added, taken }: StatementDay) => sumDollars([usage, late, added, taken]);

const NOT_ADDED = { usage: 0, late: 0 };
const NOT_USAGE = { added: 0, taken: 0 };

/** The parts of the days that are shown; balances stay those at the end of the day. */
export function daysShowing(days: readonly StatementDay[], show: Show): StatementDay[] {
  if (show === "all") return [...days];
  const isShown = ({ kind }: LedgerItem) => (kind === "usage") === (show === "usage");
  const parts = days.map((day) => ({
    ...day,
    ...(show === "usage" ? NOT_USAGE : NOT_ADDED),
    transactions: day.transactions.filter(isShown),
  }));
  return parts.filter(({ usage, transactions }) => usage !== 0 || transactions.length > 0);
}

/** The one transaction of a day without usage, which needs no day around it. */
export const onlyTransaction = ({ usage, transactions }: StatementDay) =>
  usage === 0 && transactions.length === 1 ? (transactions[0] ?? null) : null;

export interface StatementLine {
  key: string;
  label: string;
  amount: number;
  /** Null for the day's own usage. */
  transaction: LedgerItem | null;
}

/** A day with more than one entry, entry by entry. */
export function linesOf(day: StatementDay): StatementLine[] {
  const { usage, transactions } = day;
  const own = { key: "usage", label: usageLabel(day), amount: usage, transaction: null };
  const others = transactions.map((item) => ({
    key: item.id,
    label: transactionLabel(item),
    amount: item.amount,
    transaction: item,
  }));
  const lines = [...(usage === 0 ? [] : [own]), ...others];
  return lines.length > 1 ? lines : [];
}

const usageLabel = ({ open }: StatementDay) => (open ? "API usage so far" : "API usage");

/** Usage of another day stands in a statement only when it came after its month was closed. */
const transactionLabel = (item: LedgerItem) =>
  item.usage_day === null ? kindLabel(item) : `${kindLabel(item)}, recorded late`;

/** `API usage`, `API usage so far, Top-up`. */
export function dayDescription(day: StatementDay): string {
  const others = day.transactions.map(transactionLabel);
  return [...(day.usage === 0 ? [] : [usageLabel(day)]), ...new Set(others.toReversed())].join(", ");
}

/** By UTC days: `Today`, else `Thu`. */
export function dayName(date: string, now: number): string {
  if (date === recentDays(now, "UTC").today) return "Today";
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short" }).format(midnight(date));
}

export const dayDate = (date: string) => formatDate(midnight(date), "UTC");

/** `Showing Nov 8 – 20`, or the years too if they differ. */
export function shownDays(days: readonly StatementDay[]): string {
  const [newest, oldest] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const isOneYear = newest.slice(0, 4) === oldest.slice(0, 4);
  const first = isOneYear ? formatDay(oldest) : dayDate(oldest);
  const span = newest === oldest ? dayDate(newest) : `${first} – ${dayDate(newest)}`;
  return `Showing ${span}, days in UTC`;
}

export const exactTitle = (amount: number) => formatExactDollars(amount);
