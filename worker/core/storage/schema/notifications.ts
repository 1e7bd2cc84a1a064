import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

const accountId = () =>
  integer("account_id")
    .notNull()
    .references(() => accounts.id);

/**
 * What an account is told of. Triggers write what follows from money and payments, in the transaction that moves them;
 * another fills `in_app` and `mail_at` of each new row by the account's settings.
 */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: accountId(),
    kind: text("kind").notNull(),
    /** JSON object; what the kind's text needs. */
    data: text("data").notNull(),
    createdAt: integer("created_at").notNull(),
    readAt: integer("read_at"),
    /** What happened, e.g. `payment_received:<order>`: of a repeated one the account is told once. */
    source: text("source"),
    inApp: integer("in_app", { mode: "boolean" }).notNull().default(true),
    /** When it is to be mailed next; null when it is not, or has been. Epoch ms. */
    mailAt: integer("mail_at"),
    mailAttempts: integer("mail_attempts").notNull().default(0),
    /** When the mail provider took it. Epoch ms. */
    mailedAt: integer("mailed_at"),
  },
  (table) => [
    uniqueIndex("notifications_source").on(table.accountId, table.source),
    index("notifications_shown").on(table.accountId, table.id).where(sql`in_app = 1`),
    index("notifications_unread").on(table.accountId, table.id).where(sql`in_app = 1 AND read_at IS NULL`),
    index("notifications_mail").on(table.mailAt).where(sql`mail_at IS NOT NULL`),
    index("notifications_age").on(table.createdAt),
  ],
);

/** What an account chose; a kind that is not here has its defaults. */
export const notificationSettings = sqliteTable(
  "notification_settings",
  {
    accountId: accountId(),
    kind: text("kind").notNull(),
    inApp: integer("in_app", { mode: "boolean" }).notNull(),
    byMail: integer("by_mail", { mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

/** Sessions that were seen before, the newest of each account: only of another one is asked where it comes from. */
export const seenSessions = sqliteTable(
  "seen_sessions",
  {
    accountId: accountId(),
    /** The identity provider's id. */
    sessionId: text("session_id").notNull(),
    /** Epoch ms. */
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sessionId] })],
);

/** Where an account signs in, those seen last. */
export const knownPlaces = sqliteTable(
  "known_places",
  {
    accountId: accountId(),
    /** Hash of account, country, browser and system. */
    place: text("place").notNull(),
    /** Epoch ms. */
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.place] })],
);
