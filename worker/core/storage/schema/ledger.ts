import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { accounts } from "./accounts.ts";

/** Append-only double entry; triggers refuse UPDATE and DELETE and keep the two tables below. Micro-dollars. */
export const ledgerTransfers = sqliteTable(
  "ledger_transfers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    debit: text("debit").notNull(),
    credit: text("credit").notNull(),
    micros: integer("micros").notNull(),
    kind: text("kind", { enum: TRANSFER_KINDS }).notNull(),
    /** What caused it, e.g. `stripe:cs:<session>`. A repeated source changes nothing. */
    source: text("source").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    /** The order it belongs to: its payment, refunds and disputes. */
    orderId: text("order_id"),
    /** For the account's eyes, e.g. why credit was granted. */
    note: text("note"),
  },
  (table) => [index("ledger_transfers_order").on(table.orderId).where(sql`order_id IS NOT NULL`)],
);

/**
 * The two sides of each transfer, written by trigger only and never changed: `amount` is signed, `balance_after` the
 * account's balance right after it. Per account the amounts add up to its balance.
 */
export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    account: text("account").notNull(),
    transferId: integer("transfer_id").notNull(),
    amount: integer("amount").notNull(),
    balanceAfter: integer("balance_after").notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.transferId] })],
);

/** Written by trigger only. */
export const ledgerBalances = sqliteTable("ledger_balances", {
  account: text("account").primaryKey(),
  micros: integer("micros").notNull(),
});

/** Payments that arrived for a closed account. Nothing was credited; each is refunded once. */
export const returnedPayments = sqliteTable(
  "returned_payments",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => checkoutOrders.id),
    paymentIntent: text("payment_intent").notNull().unique(),
    /** Epoch ms. */
    foundAt: integer("found_at").notNull(),
    /** Null while the refund is due. Epoch ms. */
    refundedAt: integer("refunded_at"),
    /** Time of the last refund request. Epoch ms. */
    checkedAt: integer("checked_at").notNull().default(0),
  },
  (table) => [index("returned_payments_due").on(table.checkedAt).where(sql`refunded_at IS NULL`)],
);

export const checkoutOrders = sqliteTable(
  "checkout_orders",
  {
    id: text("id").primaryKey(),
    /** Null until the payment provider has made the session. */
    sessionId: text("session_id").unique(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    product: text("product", { enum: ["balance", "api_key"] }).notNull(),
    currency: text("currency", { enum: ["usd", "inr"] }).notNull(),
    /** Cents or paise. */
    amountMinor: integer("amount_minor").notNull(),
    status: text("status", { enum: ["open", "pending", "paid", "failed", "expired"] }).notNull(),
    paymentIntent: text("payment_intent").unique(),
    createdAt: integer("created_at").notNull(),
    paidAt: integer("paid_at"),
    /** When reconciliation last asked the payment provider about it. Epoch ms. */
    checkedAt: integer("checked_at").notNull().default(0),
  },
  (table) => [
    index("checkout_orders_account").on(table.accountId, table.createdAt),
    index("checkout_orders_paid").on(table.accountId, table.paidAt).where(sql`paid_at IS NOT NULL`),
    index("checkout_orders_unpaid").on(table.checkedAt).where(sql`status IN ('open', 'pending')`),
  ],
);
