import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import type { Order } from "./orders.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { operatorLog } from "./schema/operations.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

export type PaidOrder = Order & { paymentIntent: string };

/** A paid order of any account, by its id or its payment's. */
export function findPaidOrder(db: Database, name: string): Read<PaidOrder | null> {
  const paid = db
    .select()
    .from(checkoutOrders)
    .where(
      and(
        or(eq(checkoutOrders.id, name), eq(checkoutOrders.paymentIntent, name)),
        eq(checkoutOrders.status, "paid"),
        isNotNull(checkoutOrders.paymentIntent),
      ),
    );
  return firstOf(db, paid).map((order) =>
    order === null || order.paymentIntent === null ? null : { ...order, paymentIntent: order.paymentIntent },
  );
}

const entryWith = (
  { accountId, action }: Pick<OperatorEntry, "accountId" | "action">,
  name: string,
  value: string,
) =>
  and(
    eq(operatorLog.accountId, accountId ?? 0),
    eq(operatorLog.action, action),
    sql`${operatorLog.detail} ->> ${name} = ${value}`,
  );
const isNew = (entry: OperatorEntry, name: string, value: string) =>
  sql`NOT EXISTS (SELECT 1 FROM ${operatorLog} WHERE ${entryWith(entry, name, value)})`;

/**
 * Records that an operator is about to refund, once per account and id, so that no refund goes without an entry.
 * @returns the stored detail as JSON: that of the first request with this id.
 */
export async function logRefundRequest(db: Database, entry: OperatorEntry, id: string): Promise<string> {
  const stored = db
    .select({ detail: operatorLog.detail })
    .from(operatorLog)
    .where(entryWith(entry, "id", id));
  const writes = [operatorLogIf(db, entry, isNew(entry, "id", id))];
  return (await writeAndRead(db, writes, [firstOf(db, stored)])).values[0]?.detail ?? "{}";
}

/** Records a refund that the provider has made, once, in both logs. @returns false if it was recorded before. */
export async function logRefund(
  db: Database,
  { log, audit }: { log: OperatorEntry; audit: AuditEntry },
  refund: string,
): Promise<boolean> {
  const [recorded] = await writeBatch(db, [
    operatorLogIf(db, log, isNew(log, "refund", refund)),
    auditIf(db, audit, ifChanged),
  ]);
  return hasChanged(recorded);
}
