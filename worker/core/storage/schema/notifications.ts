import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

const accountId = () =>
  integer("account_id")
    .notNull()
    .references(() => accounts.id);

/** One row per event of an account. Only the statements of `notifications.ts` in the folder above insert it. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: accountId(),
    kind: text("kind").notNull(),
    /** JSON object, see `NotificationFacts`. */
    data: text("data").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Its cause, e.g. `payment_received:<order>`; a repeated one is ignored. */
    source: text("source"),
  },
  (table) => [
    uniqueIndex("notifications_source").on(table.accountId, table.source),
    index("notifications_age").on(table.createdAt),
    // Finds those with the address of a guest who deletes their account.
    index("notifications_guest").on(table.source).where(sql`kind = 'invitation_accepted'`),
  ],
);

/**
 * One row per notification and person who is notified of it, inserted with the notification: every notification has at
 * least one, since those above the highest `notification_id` are still to be delivered.
 */
export const notificationDeliveries = sqliteTable(
  "notification_deliveries",
  {
    /** The email's id. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    notificationId: integer("notification_id")
      .notNull()
      .references(() => notifications.id),
    /** The notification's; a reference of its own would need an index of its own. */
    accountId: integer("account_id").notNull(),
    /** The person, as `accounts.user_id`. */
    userId: text("user_id").notNull(),
    inApp: integer("in_app", { mode: "boolean" }).notNull(),
    readAt: integer("read_at"),
    /** The next email attempt, epoch ms; null when none is due. */
    mailAt: integer("mail_at"),
    mailAttempts: integer("mail_attempts").notNull().default(0),
    mailedAt: integer("mailed_at"),
  },
  (table) => [
    uniqueIndex("notification_deliveries_person").on(table.notificationId, table.userId),
    index("notification_deliveries_shown")
      .on(table.accountId, table.userId, table.notificationId)
      .where(sql`in_app = 1`),
    index("notification_deliveries_unread")
      .on(table.accountId, table.userId, table.notificationId)
      .where(sql`in_app = 1 AND read_at IS NULL`),
    index("notification_deliveries_mail").on(table.mailAt).where(sql`mail_at IS NOT NULL`),
  ],
);

/** A person's settings for an account. Missing kinds have their defaults. */
export const notificationSettings = sqliteTable(
  "notification_settings",
  {
    accountId: accountId(),
    userId: text("user_id").notNull(),
    kind: text("kind").notNull(),
    inApp: integer("in_app", { mode: "boolean" }).notNull(),
    byMail: integer("by_mail", { mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId, table.kind] })],
);

/** The newest known sessions of each account; only unknown ones are checked for a new location, and those that end get no grants. */
export const seenSessions = sqliteTable(
  "seen_sessions",
  {
    accountId: accountId(),
    sessionId: text("session_id").notNull(),
    seenAt: integer("seen_at").notNull(),
    /** When its end began: it gets no grant for the Playground from then on, whatever the provider says. */
    endedAt: integer("ended_at"),
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
