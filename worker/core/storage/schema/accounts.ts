import { desc } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One per Supabase user, made at first sight. */
export const accounts = sqliteTable("accounts", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: text("user_id").notNull().unique(),
  email: text("email").notNull(),
  createdAt: integer("created_at").notNull(),
  /** From then on the account owns no active key and gets no new one; its row stays for the ledger. */
  closedAt: integer("closed_at"),
});

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The id the API shows. */
    publicId: text("public_id").notNull().unique(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    /** HMAC of the key under the pepper; the only way to find a key by its text. */
    lookup: text("lookup").notNull().unique(),
    /** AES-256-GCM ciphertext; null once revoked. */
    sealed: text("sealed"),
    mask: text("mask").notNull(),
    status: text("status", { enum: ["active", "revoked"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsed: integer("last_used"),
    revokedAt: integer("revoked_at"),
  },
  /** Counting the active keys and listing the newest of each status read no key beyond them. */
  (table) => [index("api_keys_account").on(table.accountId, table.status, desc(table.id))],
);

export const subscriptions = sqliteTable("subscriptions", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id),
  type: text("type", { enum: ["Free", "Premium", "Business"] }).notNull(),
  validUntil: integer("valid_until"),
  lastPaymentMinor: integer("last_payment_minor"),
  lastPaymentCurrency: text("last_payment_currency"),
});

export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    kind: text("kind").notNull(),
    /** JSON object; what the kind's text needs. */
    data: text("data").notNull(),
    createdAt: integer("created_at").notNull(),
    readAt: integer("read_at"),
  },
  (table) => [index("notifications_account").on(table.accountId, table.id)],
);

export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    action: text("action").notNull(),
    /** Public id of what was acted on. */
    subject: text("subject").notNull(),
    requestId: text("request_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("audit_log_account").on(table.accountId, table.action, table.createdAt)],
);
