import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** Append-only double entry; triggers refuse UPDATE and DELETE and keep `ledger_balances`. Micro-dollars. */
export const ledgerTransfers = sqliteTable(
  "ledger_transfers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    debit: text("debit").notNull(),
    credit: text("credit").notNull(),
    micros: integer("micros").notNull(),
    kind: text("kind", { enum: ["top_up", "usage", "refund", "dispute", "dispute_won", "grant"] }).notNull(),
    /** What caused it, e.g. `stripe:cs:<session>`. A repeated source changes nothing. */
    source: text("source").notNull().unique(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("ledger_transfers_debit").on(table.debit, table.id),
    index("ledger_transfers_credit").on(table.credit, table.id),
  ],
);

/** Written by trigger only. */
export const ledgerBalances = sqliteTable("ledger_balances", {
  account: text("account").primaryKey(),
  micros: integer("micros").notNull(),
});

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
  },
  (table) => [index("checkout_orders_account").on(table.accountId, table.createdAt)],
);
