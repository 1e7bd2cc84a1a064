import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { OPERATOR_ACTIONS, OPERATOR_VIAS } from "#core/domain/operator.ts";
import { RECONCILIATION_STAGES } from "#core/domain/reconciliation.ts";
import { accounts } from "./accounts.ts";

export const healthProbe = sqliteTable("health_probe", {
  one: integer("one").primaryKey(),
  at: integer("at").notNull(),
});

export const cronSteps = sqliteTable("cron_steps", {
  name: text("name").primaryKey(),
  requestId: text("request_id").notNull(),
  startedAt: integer("started_at").notNull(),
  duration: integer("duration").notNull(),
  error: text("error"),
  succeededAt: integer("succeeded_at"),
  report: text("report").notNull(),
  /** JSON; null for workers that did not record their build. */
  build: text("build"),
});

/** One row: how far the comparison with the payment provider has come. */
export const reconciliation = sqliteTable("reconciliation", {
  one: integer("one").primaryKey(),
  startedAt: integer("started_at").notNull(),
  /** Null when none is under way. */
  stage: text("stage", { enum: RECONCILIATION_STAGES }),
  /** Where the stage goes on: the provider's id; null at its beginning. */
  after: text("after"),
  /** JSON of what was found so far. */
  found: text("found").notNull(),
  /** JSON of what the last whole comparison found; null before the first one. */
  last: text("last"),
});

/** Append-only: what operators did. Customers never see it. */
export const operatorLog = sqliteTable(
  "operator_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    createdAt: integer("created_at").notNull(),
    /** The operator's name. */
    operator: text("operator").notNull(),
    via: text("via", { enum: OPERATOR_VIAS }).notNull(),
    action: text("action", { enum: OPERATOR_ACTIONS }).notNull(),
    /** Null for an action that is not about one account. */
    accountId: integer("account_id").references(() => accounts.id),
    /** In the operator's words. */
    reason: text("reason"),
    /** JSON object. Never holds a secret. */
    detail: text("detail").notNull(),
    /** The operator's network address; null when unknown, as in a command. */
    place: text("place"),
    requestId: text("request_id").notNull(),
  },
  (table) => [
    index("operator_log_account").on(table.accountId, table.id),
    index("operator_log_operator").on(table.operator, table.id),
  ],
);
