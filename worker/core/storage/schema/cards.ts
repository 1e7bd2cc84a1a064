import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { checkoutOrders } from "./ledger.ts";

const accountId = () =>
  integer("account_id")
    .notNull()
    .references(() => accounts.id);

/** The account's customer at the payment provider, which its saved card belongs to. */
export const paymentCustomers = sqliteTable(
  "payment_customers",
  {
    accountId: accountId().primaryKey(),
    customerId: text("customer_id").notNull().unique(),
    /** Start of the period in which `setups` pages for a card were created, epoch ms. */
    setupsSince: integer("setups_since").notNull().default(0),
    setups: integer("setups").notNull().default(0),
    /** Once the account is closed: when its deletion at the provider was last tried, epoch ms. The row goes with it. */
    deletionDueAt: integer("deletion_due_at"),
  },
  (table) => [
    index("payment_customers_deletion").on(table.deletionDueAt).where(sql`deletion_due_at IS NOT NULL`),
  ],
);

/** The one saved card of an account. */
export const savedCards = sqliteTable("saved_cards", {
  accountId: accountId().primaryKey(),
  paymentMethod: text("payment_method").notNull().unique(),
  brand: text("brand").notNull(),
  last4: text("last4").notNull(),
  expMonth: integer("exp_month").notNull(),
  expYear: integer("exp_year").notNull(),
  /** ISO 3166 code of the issuer; null when the provider doesn't know it. */
  country: text("country"),
  /** When its checkout was created, epoch ms: an older checkout never replaces the card of a newer one. */
  offeredAt: integer("offered_at").notNull(),
  savedAt: integer("saved_at").notNull(),
  /** What the owner agreed to. */
  consent: text("consent").notNull(),
});

/** Cards that were replaced or removed, until the provider has deleted them. */
export const detachedCards = sqliteTable(
  "detached_cards",
  {
    paymentMethod: text("payment_method").primaryKey(),
    detachedAt: integer("detached_at").notNull(),
    /** Epoch ms; null while it is due. */
    confirmedAt: integer("confirmed_at"),
    checkedAt: integer("checked_at").notNull().default(0),
  },
  (table) => [index("detached_cards_due").on(table.checkedAt).where(sql`confirmed_at IS NULL`)],
);

export const autoTopUps = sqliteTable(
  "auto_top_ups",
  {
    accountId: accountId().primaryKey(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    thresholdMicros: integer("threshold_micros").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    /** The most that is charged per calendar month (UTC). */
    limitMinor: integer("limit_minor").notNull(),
    /** Goes up with everything that a decision to charge depends on, apart from the balance. */
    revision: integer("revision").notNull().default(0),
    /** When to consider a charge, epoch ms. Set when the balance falls below the threshold. */
    dueAt: integer("due_at"),
    /** Epoch ms; null again once the card is replaced. */
    stoppedAt: integer("stopped_at"),
    /** The order at which it stopped. */
    stoppedBy: text("stopped_by"),
  },
  (table) => [index("auto_top_ups_due").on(table.dueAt).where(sql`due_at IS NOT NULL`)],
);

/** The terms of an automatic charge; its order has the amount and the status. */
export const autoTopUpCharges = sqliteTable("auto_top_up_charges", {
  orderId: text("order_id")
    .primaryKey()
    .references(() => checkoutOrders.id),
  customerId: text("customer_id").notNull(),
  paymentMethod: text("payment_method").notNull(),
  /** The provider's code, if the card was declined. */
  declineCode: text("decline_code"),
  /** Until when the owner may confirm it with the bank, epoch ms; null if the bank did not ask for that. */
  confirmBy: integer("confirm_by"),
});
