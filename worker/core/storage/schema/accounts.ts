import { desc, sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** One per Supabase user, created on the first request. */
export const accounts = sqliteTable("accounts", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: text("user_id").notNull().unique(),
  email: text("email").notNull(),
  createdAt: integer("created_at").notNull(),
  /** A closed account has no active keys; its row stays for the ledger. */
  closedAt: integer("closed_at"),
  /** The part of its keys that names its meter (see `formatAccountRoute`); set with the first key. */
  route: text("route").unique(),
  /** A balance below this is low. The default is that of spec section 9, in micro-dollars. */
  lowBalanceMicros: integer("low_balance_micros").notNull().default(5_000_000),
  /** When the low-balance notice was sent, epoch ms; null again once the balance was well above `lowBalanceMicros`. */
  lowBalanceAt: integer("low_balance_at"),
  /** Time of the token that set the email, epoch ms; older tokens do not change it back. */
  emailAsOf: integer("email_as_of").notNull().default(0),
  secondFactor: integer("second_factor", { mode: "boolean" }).notNull().default(false),
  /** When its last second factor was found to be gone, epoch ms. */
  secondFactorRemovedAt: integer("second_factor_removed_at"),
  /** JSON array of the provider's identities, each as "provider:id"; null before they were first seen. */
  signInMethods: text("sign_in_methods"),
  /** When the password was last changed, epoch ms; null if never, or unknown. */
  passwordChangedAt: integer("password_changed_at"),
  /** As of when the provider reported the three above, epoch ms; an earlier report changes nothing. */
  signInAsOf: integer("sign_in_as_of").notNull().default(0),
  /** An operator suspended the account, epoch ms: its keys are refused. */
  suspendedAt: integer("suspended_at"),
  /** The owner stopped all keys, epoch ms: they are refused until the owner starts them again. */
  stoppedAt: integer("stopped_at"),
});

/** Each turns two-factor authentication off once; turning it off deletes the others. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    /** HMAC-SHA-256 of account and code under the pepper, in hex. */
    hash: text("hash").notNull(),
    /** Identifies the pepper: a code under one that is gone can't be used any more. */
    pepper: text("pepper").notNull(),
    createdAt: integer("created_at").notNull(),
    usedAt: integer("used_at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);

/** The most that all keys of an account together may spend per UTC day or month. */
export const accountLimits = sqliteTable(
  "account_limits",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    period: text("period", { enum: ["day", "month"] }).notNull(),
    micros: integer("micros").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.period] }),
    check("account_limits_micros", sql`micros >= 0`),
  ],
);

/** Amounts of a UTC month's spend at which the account is notified. */
export const spendAlerts = sqliteTable(
  "spend_alerts",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    micros: integer("micros").notNull(),
    /** The UTC day, since the epoch, on which the latest month to reach it did so; null before the first. */
    reachedDay: integer("reached_day"),
    /** Likewise in a month before the one of that day. */
    reachedBefore: integer("reached_before"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.micros] }),
    check("spend_alerts_micros", sql`micros > 0`),
  ],
);

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    publicId: text("public_id").notNull().unique(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    lookup: text("lookup").notNull().unique(),
    sealed: text("sealed"),
    mask: text("mask").notNull(),
    status: text("status", { enum: ["active", "revoked"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsed: integer("last_used"),
    revokedAt: integer("revoked_at"),
    expiresAt: integer("expires_at"),
    disabledAt: integer("disabled_at"),
    /** Public id of the key that replaced it; this one is revoked when it expires. */
    replacedBy: text("replaced_by"),
    /** Created with the plan: `keyFollowsPlan` keeps `expires_at` at the plan's end. */
    planKey: integer("plan_key", { mode: "boolean" }).notNull().default(false),
    /** JSON array of the origins that may use the key; null when none may. */
    allowedOrigins: text("allowed_origins"),
    /** JSON object of the key's other restrictions by their fields of the API (`StoredRestrictions`); null without any. */
    restrictions: text("restrictions"),
    /** Whoever uses the key may see the account's balance. */
    showsBalance: integer("shows_balance", { mode: "boolean" }).notNull().default(true),
    /**
     * Id of the first key of a chain of rotations, or of the account's Playground keys, which share their budgets; null
     * for a key of its own.
     */
    lineage: integer("lineage"),
    /** The key that the Playground's grants stand for. Nobody has its text. */
    playground: integer("playground", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("api_keys_account").on(table.accountId, table.status, desc(table.id)),
    uniqueIndex("api_keys_plan_key").on(table.accountId).where(sql`plan_key = 1 AND status = 'active'`),
    uniqueIndex("api_keys_playground").on(table.accountId).where(sql`playground = 1 AND status = 'active'`),
    index("api_keys_expiring")
      .on(table.expiresAt)
      .where(sql`expires_at IS NOT NULL AND status = 'active' AND replaced_by IS NULL`),
    index("api_keys_replaced").on(table.expiresAt).where(sql`replaced_by IS NOT NULL AND status = 'active'`),
    index("api_keys_lineage").on(table.lineage).where(sql`lineage IS NOT NULL`),
  ],
);

/** Sessions whose grants for the Playground are accepted: a session that ends loses its row. */
export const playgroundSessions = sqliteTable(
  "playground_sessions",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    /** The identity provider's. */
    sessionId: text("session_id").notNull(),
    /** When the session's newest grant ends, epoch ms. */
    endsAt: integer("ends_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sessionId] })],
);

/** The most a key may spend per UTC day, week from Monday, or month. */
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

/** Personal access tokens for `/api`. Revoked ones stay for a while, so that they are refused by name. */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    publicId: text("public_id").notNull().unique(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    /** HMAC-SHA-256 of the token under the pepper, in hex. */
    lookup: text("lookup").notNull().unique(),
    mask: text("mask").notNull(),
    /** Separated by spaces. */
    scopes: text("scopes").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    lastUsed: integer("last_used"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("access_tokens_account").on(table.accountId, table.revokedAt)],
);

export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    requestId: text("request_id").notNull(),
    /** JSON object, e.g. an operator's reason. Never holds a secret. */
    detail: text("detail"),
    createdAt: integer("created_at").notNull(),
    /** JSON object of device, city and country; null when unknown. */
    place: text("place"),
  },
  (table) => [
    index("audit_log_account").on(table.accountId, table.action, table.createdAt),
    index("audit_log_invited").on(table.subject).where(sql`action = 'user.invited'`),
  ],
);
