import type { LedgerItem } from "#core/contract/ledger.ts";
import { referenceOf } from "#core/domain/ledger-reference.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { StatementEntry } from "#core/storage/ledger.ts";

/** A transfer as its account is shown it, in the list and in the file. */
export function ledgerItem(entry: StatementEntry): LedgerItem {
  return {
    id: `tr_${entry.transferId}`,
    created_at: new Date(entry.createdAt).toISOString(),
    kind: entry.kind,
    amount: dollarsFromMicros(entry.amount),
    balance_after: dollarsFromMicros(entry.balanceAfter),
    reference: referenceOf(entry.source, entry.paymentIntent),
    receipt_id: entry.orderId,
    note: entry.note,
  };
}
