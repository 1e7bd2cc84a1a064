import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { accounts } from "./accounts.ts";

/** Append-only double entry in micro-dollars; triggers refuse changes and maintain the two tables below. */
export const ledgerTransfers = sqliteTable(
  "ledger_transfers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    debit: text("debit").notNull(),
    credit: text("credit").notNull(),
    micros: integer("micros").notNull(),
    kind: text("kind", { enum: TRANSFER_KINDS }).notNull(),
    /** Its cause, e.g. `stripe:cs:<session>`. A repeated source changes nothing. */
    source: text("source").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    orderId: text("order_id"),
    note: text("note"),
  },
  (table) => [index("ledger_transfers_order").on(table.orderId).where(sql`order_id IS NOT NULL`)],
);

/** The two sides of each transfer, written only by trigger. Per account the signed amounts add up to its balance. */
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

export const ledgerBalances = sqliteTable("ledger_balances", {
  account: text("account").primaryKey(),
  micros: integer("micros").notNull(),
});

/** Payments for closed accounts: not credited, and refunded once. */
export const returnedPayments = sqliteTable(
  "returned_payments",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => checkoutOrders.id),
    paymentIntent: text("payment_intent").notNull().unique(),
    foundAt: integer("found_at").notNull(),
    /** Epoch ms; null while the refund is due. */
    refundedAt: integer("refunded_at"),
    checkedAt: integer("checked_at").notNull().default(0),
  },
  (table) => [index("returned_payments_due").on(table.checkedAt).where(sql`refunded_at IS NULL`)],
);

export const checkoutOrders = sqliteTable(
  "checkout_orders",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id").unique(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    product: text("product", { enum: ["balance", "api_key"] }).notNull(),
    currency: text("currency", { enum: ["usd", "inr"] }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    status: text("status", { enum: ["open", "pending", "paid", "failed", "expired"] }).notNull(),
    paymentIntent: text("payment_intent").unique(),
    createdAt: integer("created_at").notNull(),
    paidAt: integer("paid_at"),
    checkedAt: integer("checked_at").notNull().default(0),
  },
  (table) => [
    index("checkout_orders_account").on(table.accountId, table.createdAt),
    index("checkout_orders_paid").on(table.accountId, table.paidAt).where(sql`paid_at IS NOT NULL`),
    index("checkout_orders_unpaid").on(table.checkedAt).where(sql`status IN ('open', 'pending')`),
  ],
);
