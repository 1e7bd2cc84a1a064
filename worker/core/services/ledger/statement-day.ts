import type { StatementDay } from "#core/contract/ledger.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { LedgerDay, LedgerPart } from "#core/domain/statement-days.ts";
import { isoTime } from "#core/domain/time.ts";
import type { StatementEntry } from "#core/storage/ledger.ts";
import { ledgerItem } from "./statement.ts";

/** @param entries the transfers that are parts of their own, by id. */
export function statementDay(day: LedgerDay, entries: ReadonlyMap<number, StatementEntry>): StatementDay {
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
