import type { StatementDay, StatementQuery, StatementResponse } from "#core/contract/ledger.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { formatCursor, parseCursor } from "#core/domain/page.ts";
import { type LedgerDay, type LedgerPart, statementDays } from "#core/domain/statement-days.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readStatementEntries, type StatementEntry } from "#core/storage/ledger.ts";
import {
  readStatementGroups,
  type StatementGroup,
  type StatementPosition,
} from "#core/storage/statement-days.ts";
import { ledgerItem } from "./statement.ts";

/** More than two days of a charge every ten seconds. */
const ENTRIES_A_READ = 20_000;
const NEWEST: StatementPosition = { before: Number.MAX_SAFE_INTEGER, latest: Number.MAX_SAFE_INTEGER };

/**
 * The statement by local day, newest first. Pages neither split, skip nor repeat a day while transfers are added. Within
 * and between days each balance is the next older one plus the amount, because the order is that of the ledger.
 */
export async function listStatementDays(
  ctx: AccountContext,
  { cursor, tz, days: limit }: StatementQuery,
  entriesARead = ENTRIES_A_READ,
): Promise<StatementResponse> {
  // The first transfer of a page is dated before the day that ended the last page, so nothing newer affects it.
  const [before = NEWEST.before] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const groups: StatementGroup[] = [];
  let next: StatementPosition | null = { ...NEWEST, before };
  let days = statementDays(groups, tz);
  while (next !== null && days.length <= limit) {
    const read = await readStatementGroups(ctx.db, ctx.account.id, { ...next, limit: entriesARead });
    groups.push(...read.groups);
    next = read.next;
    days = statementDays(groups, tz);
  }
  const page = days.slice(0, limit);
  const ids = page.flatMap(({ parts }) => parts.flatMap(({ transferId }) => transferId ?? []));
  const entries = await readStatementEntries(ctx.db, ctx.account.id, ids);
  const byId = new Map(entries.map((entry) => [entry.transferId, entry]));
  const end = days.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((day) => statementDay(day, byId)),
    next_cursor: end ? formatCursor(end.first) : null,
  };
}

/** @param entries the transfers that are parts of their own, by id. */
function statementDay(day: LedgerDay, entries: ReadonlyMap<number, StatementEntry>): StatementDay {
  const { date, usage, added, taken, charges, balanceAfter, parts } = day;
  return {
    date,
    usage: dollarsFromMicros(usage),
    added: dollarsFromMicros(added),
    taken: dollarsFromMicros(taken),
    charges,
    balance_after: dollarsFromMicros(balanceAfter),
    parts: parts.map((part) => statementPart(part, entries)),
  };
}

function statementPart(part: LedgerPart, entries: ReadonlyMap<number, StatementEntry>) {
  const entry = part.transferId === null ? undefined : entries.get(part.transferId);
  return {
    from: isoTime(part.from),
    to: isoTime(part.to),
    charges: part.transferId === null ? part.entries : 0,
    amount: dollarsFromMicros(part.amount),
    balance_after: dollarsFromMicros(part.balanceAfter),
    transaction: entry ? ledgerItem(entry) : null,
  };
}
