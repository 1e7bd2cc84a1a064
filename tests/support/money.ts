import { ACCOUNT_PREFIX, type TransferKind } from "#core/domain/ledger.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { Database } from "#core/storage/database.ts";
import { postAndRead } from "#core/storage/gateway-flush.ts";
import { type Transfer, transferOnce } from "#core/storage/ledger.ts";
import { moveMoney } from "#core/storage/move-money.ts";

type Move = Omit<Transfer, "source" | "at" | "kind"> &
  Partial<Pick<Transfer, "source" | "at">> & { kind: Exclude<TransferKind, "usage"> };

/** Stores one transfer of a customer as the product does: open usage is booked before it, its effects follow. */
export async function transferMoney(db: Database, { source, at = Date.now(), ...rest }: Move): Promise<void> {
  const transfer = { ...rest, source: source ?? crypto.randomUUID(), at };
  const customer = [rest.debit, rest.credit].find((side) => side.startsWith(ACCOUNT_PREFIX));
  const accountId = Number(customer?.split(":")[1]);
  await moveMoney(db, { accountId, sources: [transfer.source], at }, [transferOnce(db, transfer)], []);
}

/** A request at `at` that took this much from the balance. */
export const billedRow = (
  accountId: number,
  micros: number,
  { at = Date.now(), ...changes }: Partial<UsageRow> & { at?: number } = {},
): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId,
  keyId: 1,
  timestamp: at,
  endpoint: "/v1/chat/completions",
  statusCode: 200,
  responseTime: 100,
  costMicros: micros,
  billedMicros: micros,
  tokensIn: 0,
  tokensOut: 0,
  ...changes,
});

/** Posts one such request. */
export async function spend(
  db: Database,
  accountId: number,
  micros: number,
  { at = Date.now(), ...changes }: Partial<UsageRow> & { at?: number } = {},
): Promise<void> {
  const batch = { rows: [billedRow(accountId, micros, { at, ...changes })], lineages: new Set<number>() };
  await postAndRead(db, [{ accountId, batch }], at);
}
