import { and, desc, eq, gte, inArray, or, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { balanceOf, readBalanceMicros } from "./ledger.ts";
import { firstOf, type Read, rowsOf, together, writeAndRead } from "./read.ts";
import { accounts } from "./schema/accounts.ts";
import { autoTopUpCharges, autoTopUps, savedCards } from "./schema/cards.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { ifChanged } from "./write-batch.ts";

type AutoTopUpRow = typeof autoTopUps.$inferSelect;
export type Settings = Pick<AutoTopUpRow, "enabled" | "thresholdMicros" | "amountMinor" | "limitMinor">;

export interface AutoTopUpState {
  /** Null until the account has saved its settings. */
  settings: AutoTopUpRow | null;
  card: typeof savedCards.$inferSelect | null;
  /** False for a closed or suspended account. */
  usable: boolean;
  balanceMicros: number;
  /** Newest first: since `since`, the one in progress, and the one at which it stopped. */
  charges: ChargeRow[];
}

const { id, status, amountMinor, createdAt, sessionId } = checkoutOrders;
const { declineCode, confirmBy } = autoTopUpCharges;
const CHARGE_COLUMNS = { id, status, amountMinor, createdAt, sessionId, declineCode, confirmBy };

const chargesOf = (db: Database, accountId: number, condition: ReturnType<typeof or>) =>
  db
    .select(CHARGE_COLUMNS)
    .from(checkoutOrders)
    .innerJoin(autoTopUpCharges, eq(autoTopUpCharges.orderId, checkoutOrders.id))
    .where(and(eq(checkoutOrders.accountId, accountId), condition))
    .orderBy(desc(createdAt), desc(id));
export type ChargeRow = Awaited<ReturnType<typeof chargesOf>>[number];

const stoppedBy = (accountId: number) =>
  sql`${checkoutOrders.id} = (SELECT stopped_by FROM auto_top_ups WHERE account_id = ${accountId})`;

/** @param since epoch ms. */
export function readAutoTopUp(db: Database, accountId: number, since: number): Read<AutoTopUpState> {
  const recent = or(gte(createdAt, since), inArray(status, ["open", "pending"]), stoppedBy(accountId));
  const usable = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), sql`closed_at IS NULL AND suspended_at IS NULL`));
  return together(db, [
    firstOf(db, db.select().from(autoTopUps).where(eq(autoTopUps.accountId, accountId))),
    firstOf(db, db.select().from(savedCards).where(eq(savedCards.accountId, accountId))),
    rowsOf(db, chargesOf(db, accountId, recent)),
    readBalanceMicros(db, accountId),
    firstOf(db, usable),
  ]).map(([settings, card, charges, balanceMicros, account]) => ({
    settings,
    card,
    usable: account !== null,
    balanceMicros,
    charges,
  }));
}

/** At most `limit` of the account's automatic charges that follow the one with the id `after`, newest first. */
export function readCharges(
  db: Database,
  accountId: number,
  { after, limit }: { after: string | null; limit: number },
): Read<ChargeRow[]> {
  const older =
    after === null
      ? undefined
      : sql`(${createdAt}, ${id}) < (SELECT created_at, id FROM checkout_orders WHERE id = ${after})`;
  return rowsOf(db, chargesOf(db, accountId, older).limit(limit));
}

/** Null for an unknown charge and for another account's. */
export const findOwnCharge = (db: Database, accountId: number, orderId: string): Read<ChargeRow | null> =>
  firstOf(db, chargesOf(db, accountId, eq(id, orderId)));

/** For `writeBatch`: makes the account due now if its settings and balance ask for a charge, else not due. */
export const dueNow = (accountId: number, now: number) => sql`due_at = CASE
    WHEN enabled = 1 AND stopped_at IS NULL AND threshold_micros > ${balanceOf(accountId)} THEN ${now} END`;

interface Saving<Value> {
  entry: AuditEntry;
  /** Stores nothing if the balance is below the threshold by now. */
  onlyAbove: boolean;
  /** What the response needs, read in the same transaction. */
  read: Read<Value>;
}

/**
 * Stores the settings of the audit entry's account, and records them if they are new. Does not turn it on without a card.
 */
export async function saveAutoTopUp<Value>(
  db: Database,
  settings: Settings,
  { entry, onlyAbove, read }: Saving<Value>,
): Promise<Value> {
  const { accountId, at } = entry;
  const { enabled, thresholdMicros, amountMinor, limitMinor } = settings;
  const on = Number(enabled);
  const writes = [
    db.run(sql`INSERT INTO auto_top_ups (account_id, enabled, threshold_micros, amount_minor, limit_minor)
      SELECT ${accountId}, ${on}, ${thresholdMicros}, ${amountMinor}, ${limitMinor}
      WHERE (${on} = 0 OR EXISTS (SELECT 1 FROM saved_cards WHERE account_id = ${accountId}))
        AND (${Number(!onlyAbove)} OR ${thresholdMicros} <= ${balanceOf(accountId)})
      ON CONFLICT (account_id) DO UPDATE SET enabled = excluded.enabled, due_at = NULL, revision = revision + 1,
        threshold_micros = excluded.threshold_micros, amount_minor = excluded.amount_minor, limit_minor = excluded.limit_minor
      WHERE (enabled, threshold_micros, amount_minor, limit_minor)
        <> (excluded.enabled, excluded.threshold_micros, excluded.amount_minor, excluded.limit_minor)`),
    auditIf(db, entry, ifChanged),
    db.run(sql`UPDATE auto_top_ups SET ${dueNow(accountId, at)} WHERE account_id = ${accountId}`),
  ];
  return (await writeAndRead(db, writes, [read])).values[0];
}
