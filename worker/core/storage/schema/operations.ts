import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ALERT_NOTICE_KINDS } from "#core/domain/alerts.ts";
import { OPERATOR_ACTIONS, OPERATOR_VIAS } from "#core/domain/operator.ts";
import { RECONCILIATION_STAGES } from "#core/domain/reconciliation.ts";
import { accounts } from "./accounts.ts";

export const healthProbe = sqliteTable("health_probe", {
  one: integer("one").primaryKey(),
  at: integer("at").notNull(),
});

/** When an operator's session was last used at the desk. */
export const operatorSessions = sqliteTable("operator_sessions", {
  sessionId: text("session_id").primaryKey(),
  usedAt: integer("used_at").notNull(),
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

/** Events of the payment provider that reached the webhook with a valid signature, for a month. */
export const paymentEvents = sqliteTable(
  "payment_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    objectId: text("object_id").notNull(),
    /** The first and the last delivery, epoch ms. */
    receivedAt: integer("received_at").notNull(),
    lastAt: integer("last_at").notNull(),
    deliveries: integer("deliveries").notNull(),
    /** Code of the last failure; null once it was processed. */
    error: text("error"),
    /** When an operator closed it; null again once it fails for another reason. */
    closedAt: integer("closed_at"),
    closedBy: text("closed_by"),
    closedNote: text("closed_note"),
  },
  (table) => [
    index("payment_events_received").on(table.receivedAt),
    index("payment_events_last").on(table.lastAt),
    index("payment_events_failing").on(table.receivedAt).where(sql`error IS NOT NULL AND closed_at IS NULL`),
  ],
);

/** Differences that an operator closed; one with another code for the same subject is a new one. */
export const closedDifferences = sqliteTable(
  "closed_differences",
  {
    subject: text("subject").notNull(),
    code: text("code").notNull(),
    closedAt: integer("closed_at").notNull(),
    closedBy: text("closed_by").notNull(),
    note: text("note").notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.code] })],
);

/** Conditions that hold, but not yet for as long as their rule demands or without a pause. */
export const alertConditions = sqliteTable(
  "alert_conditions",
  {
    name: text("name").notNull(),
    subject: text("subject").notNull(),
    /** The first and the last run that found it, epoch ms. */
    since: integer("since").notNull(),
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.subject] })],
);

/** One row each time that an alert fires; of an alert and subject, one fires at a time. */
export const alerts = sqliteTable(
  "alerts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    subject: text("subject").notNull(),
    summary: text("summary").notNull(),
    /** JSON: what was found, item by item. A closed alert fires again only with an item that it doesn't have. */
    facts: text("facts").notNull().default("[]"),
    /** Since when its condition holds. */
    startedAt: integer("started_at").notNull(),
    seenAt: integer("seen_at").notNull(),
    /** The first run that no longer found it; null while it is found. */
    clearedAt: integer("cleared_at"),
    recoveredAt: integer("recovered_at"),
    acknowledgedAt: integer("acknowledged_at"),
    acknowledgedBy: text("acknowledged_by"),
    closedAt: integer("closed_at"),
    closedBy: text("closed_by"),
    /** Of the operator who acknowledged or closed it. */
    note: text("note"),
  },
  (table) => [
    uniqueIndex("alerts_firing").on(table.name, table.subject).where(sql`recovered_at IS NULL`),
    index("alerts_recovered").on(table.recoveredAt).where(sql`recovered_at IS NOT NULL`),
  ],
);

/** What is sent about an alert: once per target when it fires, and once when it has recovered. */
export const alertNotices = sqliteTable(
  "alert_notices",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    alertId: integer("alert_id")
      .notNull()
      .references(() => alerts.id),
    kind: text("kind", { enum: ALERT_NOTICE_KINDS }).notNull(),
    /** An email address, or `webhook`. */
    target: text("target").notNull(),
    createdAt: integer("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: integer("due_at"),
    sentAt: integer("sent_at"),
    error: text("error"),
  },
  (table) => [
    uniqueIndex("alert_notices_once").on(table.alertId, table.kind, table.target),
    index("alert_notices_due").on(table.dueAt).where(sql`due_at IS NOT NULL`),
    index("alert_notices_target").on(table.target, table.sentAt),
  ],
);

/** Rules that send no notices until a time; one that has passed mutes nothing. */
export const alertMutes = sqliteTable("alert_mutes", {
  name: text("name").primaryKey(),
  until: integer("until").notNull(),
});

/** One row: the cron's configuration, for the desk and the commands, which don't have it. */
export const alertSettings = sqliteTable("alert_settings", {
  one: integer("one").primaryKey(),
  /** JSON: where notices go. Never holds a secret. */
  targets: text("targets").notNull(),
  /** The address of the runbook; null when none is configured. */
  runbook: text("runbook"),
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
