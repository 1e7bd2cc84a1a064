import { expect } from "vitest";
import type { AccountContext } from "#core/services/context.ts";
import { listStatementDays } from "#core/services/ledger/list-statement-days.ts";
import { listLedger } from "#core/services/ledger/statement.ts";
import { allPages } from "../reads/reader.ts";
import type { LedgerState } from "./ledger-state.ts";

const DAY_MS = 86_400_000;
const micros = (dollars: number) => Math.round(dollars * 1_000_000);
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day whose statement has usage of `day` that was recorded at `at`: its own until three days after its month. */
function statementDay(day: number, at: number): number {
  const date = new Date(day * DAY_MS);
  const closed = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 4);
  return at < closed ? day : Math.floor(at / DAY_MS);
}

/** The items of the ledger add up to the balance, and each day of the statement has the usage of its own requests. */
export async function expectStatement(
  ctx: AccountContext,
  ledger: Pick<LedgerState, "balance" | "transfers" | "days">,
): Promise<void> {
  const now = ctx.clock.now();
  const items = await allPages((cursor) => listLedger(ctx, { ...cursor, limit: 3 }));
  expect(items.reduce((sum, { amount }) => sum + micros(amount), 0)).toBe(ledger.balance);
  const days = await allPages((cursor) => listStatementDays(ctx, { ...cursor, days: 2 }));
  const usage = new Map<string, number>();
  const late = new Map<string, number>();
  const add = (day: number, at: number, amount: number) => {
    const shown = statementDay(day, at);
    const sums = shown === day ? usage : late;
    sums.set(dateOf(shown), (sums.get(dateOf(shown)) ?? 0) + amount);
  };
  for (const { usageDay, createdAt, amount } of ledger.transfers)
    if (usageDay !== null) add(usageDay, createdAt, amount);
  for (const { day, micros: all, booked } of ledger.days) if (all > booked) add(day, now, booked - all);
  const shown = (name: "usage" | "late") =>
    new Map(days.filter((day) => day[name] !== 0).map((day) => [day.date, micros(day[name])]));
  expect(shown("usage")).toEqual(new Map([...usage].sort(newestFirst)));
  expect(shown("late")).toEqual(new Map([...late].sort(newestFirst)));
  let balance = ledger.balance;
  for (const day of days) {
    expect(micros(day.balance_after)).toBe(balance);
    const moved = [day.usage, day.late, day.added, day.taken].map(micros);
    const listed = day.transactions.reduce((sum, { amount }) => sum + micros(amount), 0);
    expect(listed).toBe(micros(day.late) + micros(day.added) + micros(day.taken));
    balance -= moved.reduce((sum, each) => sum + each, 0);
  }
  expect(balance).toBe(0);
}

const newestFirst = ([one]: [string, number], [other]: [string, number]) => other.localeCompare(one);
