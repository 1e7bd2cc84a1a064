import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PAID_PLANS, PLAN_CHANGE_KINDS } from "#core/domain/plans.ts";
import { accounts } from "./accounts.ts";

/**
 * The account's plan as it stands; none stored is Free. Written by the trigger of `plan_changes` and by the operator.
 * A trigger hands its end on to the plan's key.
 */
export const subscriptions = sqliteTable("subscriptions", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id),
  type: text("type", { enum: PAID_PLANS }).notNull(),
  /** Epoch ms; null has no end. */
  validUntil: integer("valid_until"),
  /** Requests a month that cost nothing; null is without limit. */
  requestsPerMonth: integer("requests_per_month"),
});

/**
 * Append-only: each bought year, and each that a refund or a dispute took back. A repeated `source` changes nothing.
 * A trigger moves the end of the subscription by a year, so it is derived as the balance is from transfers.
 */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    orderId: text("order_id").notNull(),
    kind: text("kind", { enum: PLAN_CHANGE_KINDS }).notNull(),
    /** What caused it, named as in the ledger, e.g. `stripe:cs:<session>`. */
    source: text("source").notNull().unique(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("plan_changes_account").on(table.accountId, table.id),
    index("plan_changes_order").on(table.orderId),
  ],
);
