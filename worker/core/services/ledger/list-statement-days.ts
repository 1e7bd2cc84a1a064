import type { StatementDay, StatementQuery, StatementResponse } from "#core/contract/ledger.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { dayName } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readStatementBetween, type Statement } from "#core/storage/ledger.ts";
import { readStatementDays, type StatementDayRow } from "#core/storage/statement-days.ts";
import { statementSpan } from "./get-statement.ts";
import { ledgerItems } from "./statement.ts";

/**
 * The statement by UTC day, newest first: the usage of a day is that of its requests, whenever it was booked. Pages
 * neither split, skip nor repeat a day while transfers are added. @throws DomainError `invalid_request`.
 */
export async function listStatementDays(
  ctx: AccountContext,
  { month, cursor, days: limit }: StatementQuery,
): Promise<StatementResponse> {
  const { db, account } = ctx;
  const at = ctx.clock.now();
  const { from, end } = statementSpan({ month }, at);
  const [next = end] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const before = Math.min(next, end);
  const days = await readStatementDays(db, account.id, { from, before, limit: limit + 1, at });
  const [newest, oldest] = [days[0], days.slice(0, limit).at(-1)];
  if (newest === undefined || oldest === undefined) return { items: [], next_cursor: null };
  const page = { from: oldest.day, to: newest.day, last: newest.last, at };
  const { open, booked } = await readStatementBetween(db, account.id, page);
  return cutPage(days, limit, {
    item: (day) =>
      statementDay(day, {
        open: open.filter(({ statementDay: shown }) => shown === day.day),
        booked: booked.filter((entry) => entry.day === day.day),
        at,
      }),
    cursor: ({ day }) => formatCursor(day),
  });
}

function statementDay(
  { day, usage, late, added, taken, open, balanceAfter }: StatementDayRow,
  { at, ...entries }: Statement & { at: number },
): StatementDay {
  return {
    date: dayName(day),
    usage: dollarsFromMicros(usage),
    late: dollarsFromMicros(late),
    added: dollarsFromMicros(added),
    taken: dollarsFromMicros(taken),
    open: open === 1,
    balance_after: dollarsFromMicros(balanceAfter),
    transactions: ledgerItems(entries, at),
  };
}
