import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PAID_PLANS, PLAN_CHANGE_KINDS } from "#core/domain/plans.ts";
import { accounts } from "./accounts.ts";

/** None stored is Free. Written by `changePlan` and by the operator. */
export const subscriptions = sqliteTable("subscriptions", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id),
  type: text("type", { enum: PAID_PLANS }).notNull(),
  validUntil: integer("valid_until"),
  requestsPerMonth: integer("requests_per_month"),
  /** What the plan pays per month; null for the plan's usual value. */
  microsPerMonth: integer("micros_per_month"),
  /** Beyond the plan, the balance pays; otherwise requests are refused. */
  drawsOnBalance: integer("draws_on_balance", { mode: "boolean" }).notNull().default(false),
  /** The month that a refund or dispute ended, from its beginning: it goes on if the plan is bought again. */
  carriedFrom: integer("carried_from"),
  carriedTo: integer("carried_to"),
});

/** Append-only: each year bought, taken back or restored. `changePlan` moves the end of the subscription with it. */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    orderId: text("order_id").notNull(),
    kind: text("kind", { enum: PLAN_CHANGE_KINDS }).notNull(),
    /** Its cause, e.g. `stripe:cs:<session>`. A repeated source changes nothing. */
    source: text("source").notNull().unique(),
    createdAt: integer("created_at").notNull(),
    /** Of a year that is taken back: where the plan's month began that ends with it. */
    monthFrom: integer("month_from"),
  },
  (table) => [
    index("plan_changes_account").on(table.accountId, table.id),
    index("plan_changes_order").on(table.orderId),
  ],
);
