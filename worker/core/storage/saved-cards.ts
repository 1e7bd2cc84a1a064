import { eq, isNull, sql } from "drizzle-orm";
import { isOpen } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import { dueNow } from "./auto-top-ups.ts";
import type { Database } from "./database.ts";
import { notifyIfChanged } from "./notifications.ts";
import { findUnfinishedCharge, type Order } from "./orders.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { detachedCards, savedCards } from "./schema/cards.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

export type SavedCard = typeof savedCards.$inferSelect;
export type NewSavedCard = Omit<SavedCard, "accountId" | "savedAt">;

const isDetached = (paymentMethod: string) =>
  sql`EXISTS (SELECT 1 FROM detached_cards WHERE payment_method = ${paymentMethod})`;

/**
 * Makes it the account's card unless a newer one is stored, it was removed, or the account is closed. Of two offered in
 * the same second, which is all that the provider says, the later call's stays. The card that is left over is to be
 * detached. A stopped auto top-up starts again with a new card; one that the card can't be used for
 * is turned off.
 */
export async function saveCard(
  db: Database,
  card: NewSavedCard,
  { supported, entry }: { supported: boolean; entry: AuditEntry },
): Promise<void> {
  const { accountId, at } = entry;
  const { paymentMethod: method, brand, last4, expMonth, expYear, country, offeredAt, consent } = card;
  await writeBatch(db, [
    db.run(sql`INSERT INTO detached_cards (payment_method, detached_at)
      SELECT payment_method, ${at} FROM saved_cards WHERE account_id = ${accountId} AND offered_at <= ${offeredAt}
        AND payment_method <> ${method} AND NOT ${isDetached(method)} AND ${isOpen(accountId)}
      ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO saved_cards (account_id, payment_method, brand, last4, exp_month, exp_year, country, offered_at, saved_at, consent)
      SELECT ${accountId}, ${method}, ${brand}, ${last4}, ${expMonth}, ${expYear}, ${country}, ${offeredAt}, ${at}, ${consent}
      WHERE NOT ${isDetached(method)} AND ${isOpen(accountId)}
      ON CONFLICT (account_id) DO UPDATE SET payment_method = excluded.payment_method, brand = excluded.brand,
        last4 = excluded.last4, exp_month = excluded.exp_month, exp_year = excluded.exp_year, country = excluded.country,
        offered_at = excluded.offered_at, saved_at = excluded.saved_at, consent = excluded.consent
      WHERE offered_at <= excluded.offered_at AND payment_method <> excluded.payment_method`),
    auditIf(db, entry, ifChanged),
    db.run(sql`UPDATE auto_top_ups SET stopped_at = NULL, stopped_by = NULL, due_at = NULL, revision = revision + 1,
        enabled = CASE WHEN ${Number(supported)} THEN enabled ELSE 0 END
      WHERE account_id = ${accountId} AND ${ifChanged}`),
    db.run(
      sql`UPDATE auto_top_ups SET ${dueNow(accountId, at)} WHERE account_id = ${accountId} AND ${ifChanged}`,
    ),
    db.run(sql`INSERT INTO detached_cards (payment_method, detached_at)
      SELECT ${method}, ${at} WHERE NOT EXISTS (SELECT 1 FROM saved_cards WHERE payment_method = ${method})
      ON CONFLICT DO NOTHING`),
  ]);
}

/**
 * Removes the account's card that is the entry's subject, turns auto top-up off, and has the card detached. Does nothing for
 * another card.
 * @param read what the response needs, read in the same transaction.
 * @returns also the account's automatic charge in progress.
 */
export async function removeCard<Value>(
  db: Database,
  entry: AuditEntry & { detail: { card: string } },
  read: Read<Value>,
): Promise<{ charge: Order | null; after: Value }> {
  const { accountId, at, subject } = entry;
  const own = sql`account_id = ${accountId} AND payment_method = ${subject}`;
  const writes = [
    db.run(sql`INSERT INTO detached_cards (payment_method, detached_at)
      SELECT payment_method, ${at} FROM saved_cards WHERE ${own} ON CONFLICT DO NOTHING`),
    db.run(sql`DELETE FROM saved_cards WHERE ${own}`),
    auditIf(db, entry, ifChanged),
    ...notifyIfChanged(db, entry, {
      kind: "auto_top_up",
      source: `auto_top_up:card_removed:${entry.subject}`,
      data: { event: "card_removed", ...entry.detail },
    }),
    db.run(sql`UPDATE auto_top_ups SET enabled = 0, due_at = NULL, stopped_at = NULL, stopped_by = NULL, revision = revision + 1
      WHERE account_id = ${accountId} AND NOT EXISTS (SELECT 1 FROM saved_cards WHERE account_id = ${accountId})`),
  ];
  const { values } = await writeAndRead(db, writes, [findUnfinishedCharge(db, accountId), read]);
  return { charge: values[0], after: values[1] };
}

export const findCard = (db: Database, accountId: number): Read<SavedCard | null> =>
  firstOf(db, db.select().from(savedCards).where(eq(savedCards.accountId, accountId)));

/** The card of any account; only for data from the payment provider. */
export async function findCardByMethod(db: Database, paymentMethod: string) {
  const [card] = await db.select().from(savedCards).where(eq(savedCards.paymentMethod, paymentMethod));
  return card ?? null;
}

/** Cards still to be detached at the provider, longest untried first; marks them as tried at `now` (epoch ms). */
export async function takeDetachedCards(
  db: Database,
  { limit, now }: { limit: number; now: number },
): Promise<string[]> {
  const [taken] = await writeBatch(db, [
    db.run(sql`UPDATE detached_cards SET checked_at = ${now} WHERE payment_method IN (
        SELECT payment_method FROM detached_cards WHERE confirmed_at IS NULL ORDER BY checked_at LIMIT ${limit})
      RETURNING payment_method`),
  ]);
  return taken?.rows.map((row) => String(row.payment_method)) ?? [];
}

export async function confirmDetached(db: Database, paymentMethod: string, at: number): Promise<void> {
  await writeBatch(db, [
    db
      .update(detachedCards)
      .set({ confirmedAt: at })
      .where(sql`${eq(detachedCards.paymentMethod, paymentMethod)} AND ${isNull(detachedCards.confirmedAt)}`),
  ]);
}
