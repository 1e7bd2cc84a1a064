import { and, desc, eq, gte, inArray, or, sql } from "drizzle-orm";
import { accountName } from "#core/domain/ledger.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { accounts } from "./schema/accounts.ts";
import { autoTopUpCharges, autoTopUps, savedCards } from "./schema/cards.ts";
import { balances, checkoutOrders } from "./schema/ledger.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

type AutoTopUpRow = typeof autoTopUps.$inferSelect;
type Settings = Pick<AutoTopUpRow, "enabled" | "thresholdMicros" | "amountMinor" | "limitMinor">;

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

/** @param since epoch ms. Read in one transaction. */
export async function readAutoTopUp(db: Database, accountId: number, since: number): Promise<AutoTopUpState> {
  const recent = or(gte(createdAt, since), inArray(status, ["open", "pending"]), stoppedBy(accountId));
  const [settings, cards, charges, left, usable] = await db.batch([
    db.select().from(autoTopUps).where(eq(autoTopUps.accountId, accountId)),
    db.select().from(savedCards).where(eq(savedCards.accountId, accountId)),
    chargesOf(db, accountId, recent),
    db
      .select({ micros: balances.micros })
      .from(balances)
      .where(eq(balances.account, accountName(accountId))),
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), sql`closed_at IS NULL AND suspended_at IS NULL`)),
  ]);
  return {
    settings: settings[0] ?? null,
    card: cards[0] ?? null,
    usable: usable.length > 0,
    balanceMicros: left[0]?.micros ?? 0,
    charges,
  };
}

/** At most `limit` of the account's automatic charges that follow `after`, newest first. */
export async function readCharges(
  db: Database,
  accountId: number,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<ChargeRow[]> {
  const older = after && sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})`;
  return await chargesOf(db, accountId, older ?? undefined).limit(limit);
}

/** @returns null for an unknown charge and for another account's. */
export async function findOwnCharge(
  db: Database,
  accountId: number,
  orderId: string,
): Promise<ChargeRow | null> {
  const [charge] = await chargesOf(db, accountId, eq(id, orderId));
  return charge ?? null;
}

/** For `writeBatch`: makes the account due now if its settings and balance ask for a charge, else not due. */
export const dueNow = (accountId: number, now: number) => sql`due_at = CASE
    WHEN enabled = 1 AND stopped_at IS NULL AND threshold_micros > coalesce(
      (SELECT micros FROM balances WHERE account = ${accountName(accountId)}), 0) THEN ${now} END`;

/** Stores the settings of the audit entry's account, and records them if they are new. Does not turn it on without a card. */
export async function saveAutoTopUp(db: Database, settings: Settings, entry: AuditEntry): Promise<void> {
  const { accountId, at } = entry;
  const { enabled, thresholdMicros, amountMinor, limitMinor } = settings;
  const on = Number(enabled);
  await writeBatch(db, [
    db.run(sql`INSERT INTO auto_top_ups (account_id, enabled, threshold_micros, amount_minor, limit_minor)
      SELECT ${accountId}, ${on}, ${thresholdMicros}, ${amountMinor}, ${limitMinor}
      WHERE ${on} = 0 OR EXISTS (SELECT 1 FROM saved_cards WHERE account_id = ${accountId})
      ON CONFLICT (account_id) DO UPDATE SET enabled = excluded.enabled, due_at = NULL, revision = revision + 1,
        threshold_micros = excluded.threshold_micros, amount_minor = excluded.amount_minor, limit_minor = excluded.limit_minor
      WHERE (enabled, threshold_micros, amount_minor, limit_minor)
        <> (excluded.enabled, excluded.threshold_micros, excluded.amount_minor, excluded.limit_minor)`),
    auditIf(db, entry, ifChanged),
    db.run(sql`UPDATE auto_top_ups SET ${dueNow(accountId, at)} WHERE account_id = ${accountId}`),
  ]);
}
