import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
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
    /** The UTC day of the requests that it pays for, since the epoch; null for a transfer that is not usage. */
    usageDay: integer("usage_day"),
    /** The UTC day whose statement has the usage: its own, or a later one once its month is closed. */
    statementDay: integer("statement_day"),
  },
  (table) => [
    index("ledger_transfers_order").on(table.orderId).where(sql`order_id IS NOT NULL`),
    // The few transfers of an account that are not usage.
    index("ledger_transfers_credited").on(table.credit, table.kind, table.micros).where(sql`kind <> 'usage'`),
    index("ledger_transfers_debited").on(table.debit, table.kind, table.micros).where(sql`kind <> 'usage'`),
  ],
);

/** The two sides of each transfer, written only by trigger. Per account the signed amounts add up to its balance. */
export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    account: text("account").notNull(),
    transferId: integer("transfer_id").notNull(),
    amount: integer("amount").notNull(),
    balanceAfter: integer("balance_after").notNull(),
    /** The UTC day whose statement has it, since the epoch. */
    day: integer("day").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.transferId] }),
    index("ledger_entries_day").on(table.account, table.day),
  ],
);

/** Written only by trigger, but for `noted_micros`. Read `balances` instead. */
export const ledgerBalances = sqliteTable("ledger_balances", {
  account: text("account").primaryKey(),
  micros: integer("micros").notNull(),
  /** Usage of its days that the ledger has not booked yet. */
  openMicros: integer("open_micros").notNull().default(0),
  /** The balance when `balanceChanged` last acted on it. */
  notedMicros: integer("noted_micros").notNull().default(0),
});

/** What each account has, in micro-dollars. */
export const balances = sqliteView("balances", {
  account: text("account").notNull(),
  micros: integer("micros").notNull(),
}).as(sql`SELECT account, micros - open_micros AS micros FROM ledger_balances`);

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
    /** The provider's checkout session; for an automatic charge, its payment intent. */
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
    /** When its checkout was first seen completed without having been paid, epoch ms: by bank, it is paid days later. */
    pendingAt: integer("pending_at"),
    /** When what it lacks (its end, its card, its details) was last looked up at the payment provider, epoch ms. */
    checkedAt: integer("checked_at").notNull().default(0),
    origin: text("origin", { enum: ["checkout", "auto_top_up"] })
      .notNull()
      .default("checkout"),
    /** The payer agreed to save the card; false again once it is saved. */
    savesCard: integer("saves_card", { mode: "boolean" }).notNull().default(false),
    /** This and the next four columns are the provider's; null until known, and where there is nothing to know. */
    paymentMethod: text("payment_method"),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    /** Part of the amount, in minor units. */
    taxMinor: integer("tax_minor"),
    invoiceId: text("invoice_id"),
    /** When the last of them was stored, epoch ms; null while some may be missing. */
    detailsAt: integer("details_at"),
    /** When the daily comparison with the payment provider last reached it, epoch ms. */
    comparedAt: integer("compared_at").notNull().default(0),
  },
  (table) => [
    index("checkout_orders_account").on(table.accountId, table.createdAt),
    index("checkout_orders_paid").on(table.accountId, table.paidAt).where(sql`paid_at IS NOT NULL`),
    index("checkout_orders_listed")
      // Drizzle Kit would take the comma of `coalesce` for the end of a column.
      .on(table.accountId, sql`(CASE WHEN paid_at IS NULL THEN pending_at ELSE paid_at END)`)
      .where(sql`paid_at IS NOT NULL OR pending_at IS NOT NULL`),
    index("checkout_orders_pending")
      .on(table.accountId)
      .where(sql`status = 'pending' AND origin = 'checkout'`),
    index("checkout_orders_compared").on(table.paidAt).where(sql`paid_at IS NOT NULL`),
    index("checkout_orders_undetailed")
      .on(table.paidAt)
      .where(sql`paid_at IS NOT NULL AND details_at IS NULL`),
    index("checkout_orders_unpaid").on(table.checkedAt).where(sql`status IN ('open', 'pending')`),
    index("checkout_orders_card").on(table.checkedAt).where(sql`saves_card = 1 AND status = 'paid'`),
    // An account has one automatic charge in progress at most.
    uniqueIndex("checkout_orders_auto_unfinished")
      .on(table.accountId)
      .where(sql`origin = 'auto_top_up' AND status IN ('open', 'pending')`),
  ],
);
