import { desc, sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** One per Supabase user, made at first sight. */
export const accounts = sqliteTable("accounts", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: text("user_id").notNull().unique(),
  email: text("email").notNull(),
  createdAt: integer("created_at").notNull(),
  /** From then on the account owns no active key and gets no new one; its row stays for the ledger. */
  closedAt: integer("closed_at"),
  /** The part of its keys that names the account (see `formatRoute`); fixed from the first key on. */
  route: text("route").unique(),
  /** When it was told that its balance is low; null again once the balance was twice that. Epoch ms. */
  lowBalanceAt: integer("low_balance_at"),
  /** When the token was issued that changed the email last: an older one does not change it back. Epoch ms. */
  emailAsOf: integer("email_as_of").notNull().default(0),
  /** Whether the provider named a second factor when it was asked last. */
  secondFactor: integer("second_factor", { mode: "boolean" }).notNull().default(false),
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
    /** From then on it is refused; null never. Epoch ms. */
    expiresAt: integer("expires_at"),
    /** Switched off by its owner, who may switch it on again; null while on. Epoch ms. */
    disabledAt: integer("disabled_at"),
    /** Public id of the key that rotation put in its place; this one is revoked when it expires. */
    replacedBy: text("replaced_by"),
    /** The key that came with the plan: `expires_at` follows the plan's end, by trigger. */
    planKey: integer("plan_key", { mode: "boolean" }).notNull().default(false),
    /** JSON array of the origins whose pages may use the key; null when no page may. */
    allowedOrigins: text("allowed_origins"),
  },
  (table) => [
    /** Counting the active keys and listing the newest of each status read no key beyond them. */
    index("api_keys_account").on(table.accountId, table.status, desc(table.id)),
    uniqueIndex("api_keys_plan_key").on(table.accountId).where(sql`plan_key = 1 AND status = 'active'`),
    index("api_keys_expiring")
      .on(table.expiresAt)
      .where(sql`expires_at IS NOT NULL AND status = 'active' AND replaced_by IS NULL`),
    index("api_keys_replaced").on(table.expiresAt).where(sql`replaced_by IS NOT NULL AND status = 'active'`),
  ],
);

/** Most that a key may spend in each UTC day, week from Monday, or month. */
export const keyBudgets = sqliteTable(
  "key_budgets",
  {
    keyId: integer("key_id")
      .notNull()
      .references(() => apiKeys.id),
    period: text("period", { enum: ["day", "week", "month"] }).notNull(),
    micros: integer("micros").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.period] }),
    check("key_budgets_micros", sql`micros >= 0`),
  ],
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
    /** JSON object of what else is worth knowing, e.g. an operator's reason. Never a secret. */
    detail: text("detail"),
    createdAt: integer("created_at").notNull(),
    /** JSON object of the device, city and country it was done from; null when nothing is known of them. */
    place: text("place"),
  },
  (table) => [
    index("audit_log_account").on(table.accountId, table.action, table.createdAt),
    /** Who invited an address, once somebody comes with it. */
    index("audit_log_invited").on(table.subject).where(sql`action = 'user.invited'`),
  ],
);
