import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

const accountId = () =>
  integer("account_id")
    .notNull()
    .references(() => accounts.id);

// Triggers write the rows about money and payments, and set `in_app` and `mail_at` from the account's settings.
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: accountId(),
    kind: text("kind").notNull(),
    /** JSON object, see `NotificationFacts`. */
    data: text("data").notNull(),
    createdAt: integer("created_at").notNull(),
    readAt: integer("read_at"),
    /** Its cause, e.g. `payment_received:<order>`; a repeated one is ignored. */
    source: text("source"),
    inApp: integer("in_app", { mode: "boolean" }).notNull().default(true),
    /** The next email attempt, epoch ms; null when none is due. */
    mailAt: integer("mail_at"),
    mailAttempts: integer("mail_attempts").notNull().default(0),
    mailedAt: integer("mailed_at"),
  },
  (table) => [
    uniqueIndex("notifications_source").on(table.accountId, table.source),
    index("notifications_shown").on(table.accountId, table.id).where(sql`in_app = 1`),
    index("notifications_unread").on(table.accountId, table.id).where(sql`in_app = 1 AND read_at IS NULL`),
    index("notifications_mail").on(table.mailAt).where(sql`mail_at IS NOT NULL`),
    index("notifications_age").on(table.createdAt),
    // Finds those with the address of a guest who deletes their account.
    index("notifications_guest").on(table.source).where(sql`kind = 'invitation_accepted'`),
  ],
);

/** Missing kinds have their defaults. */
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

/** The newest known sessions of each account; only unknown ones are checked for a new location. */
export const seenSessions = sqliteTable(
  "seen_sessions",
  {
    accountId: accountId(),
    sessionId: text("session_id").notNull(),
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sessionId] })],
);

/** The last locations from which an account signed in. */
export const knownPlaces = sqliteTable(
  "known_places",
  {
    accountId: accountId(),
    /** Hash of account, country, browser and system. */
    place: text("place").notNull(),
    seenAt: integer("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.place] })],
);
