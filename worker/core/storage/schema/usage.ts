import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The progress of each import, in ids of its source. */
export const usageImports = sqliteTable("usage_imports", {
  source: text("source").primaryKey(),
  /** Everything visible up to this id has been read once. */
  head: integer("head").notNull(),
  /** Everything up to this id has been read again, long after `head` had passed it. */
  tail: integer("tail").notNull(),
});

/** The value of `head` at a moment (epoch ms); only the last hour is kept. */
export const usageImportMarks = sqliteTable(
  "usage_import_marks",
  {
    source: text("source").notNull(),
    at: integer("at").notNull(),
    head: integer("head").notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.at] })],
);

/** Source rows that could not be imported and are retried. */
export const usageImportSetAside = sqliteTable(
  "usage_import_set_aside",
  {
    source: text("source").notNull(),
    sourceId: integer("source_id").notNull(),
    /** `no_account`, `in_the_future`, or the name of the unusable column. */
    reason: text("reason").notNull(),
    triedAt: integer("tried_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.sourceId] }),
    index("usage_import_set_aside_due").on(table.source, table.triedAt),
  ],
);

/** Paths from `normaliseEndpoint`: a known list, so the table stays small. */
export const endpoints = sqliteTable("endpoints", {
  id: integer("id").primaryKey(),
  path: text("path").notNull().unique(),
});

/** Names of models that requests used; 0 stands for none, as in imported rows. */
export const models = sqliteTable("models", {
  id: integer("id").primaryKey(),
  name: text("name").notNull().unique(),
});

/** Immutable. The list in force is the newest that has begun. */
export const priceLists = sqliteTable(
  "price_lists",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    effectiveFrom: integer("effective_from").notNull(),
    createdAt: integer("created_at").notNull(),
    /** The operator's name. */
    publishedBy: text("published_by").notNull().default(""),
    /** JSON, see contract/price-list.ts. */
    models: text("models").notNull(),
  },
  (table) => [index("price_lists_effective").on(table.effectiveFrom, table.id)],
);

/** Refused requests of an account's hour. `epoch` names the life of its meter that counted them. */
export const keyRefusals = sqliteTable(
  "key_refusals",
  {
    accountId: integer("account_id").notNull(),
    hour: integer("hour").notNull(),
    keyId: integer("key_id").notNull(),
    code: text("code").notNull(),
    epoch: text("epoch").notNull(),
    requests: integer("requests").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.hour, table.keyId, table.code, table.epoch] }),
    index("key_refusals_hour").on(table.hour),
  ],
);

/** The latest stretch of refusals of a key by code: refused requests without a pause longer than `STRETCH_PAUSE_MS`. */
export const refusalStretches = sqliteTable(
  "refusal_stretches",
  {
    accountId: integer("account_id").notNull(),
    keyId: integer("key_id").notNull(),
    code: text("code").notNull(),
    /** Its first and last refused request, epoch ms. */
    since: integer("since").notNull(),
    last: integer("last").notNull(),
    /** Its requests are those of `key_refusals` from this hour on, except the first `before`. */
    hour: integer("hour").notNull(),
    before: integer("before").notNull(),
    /** The account has not been notified of it yet. */
    noticeDue: integer("notice_due", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyId, table.code] }),
    index("refusal_stretches_due").on(table.accountId).where(sql`notice_due = 1`),
    index("refusal_stretches_last").on(table.last),
  ],
);

/** One row per metered request; `id` is the arrival order and never reused. Ids have no foreign keys, for speed. */
export const apiUsage = sqliteTable(
  "api_usage",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    requestId: text("request_id").notNull().unique(),
    accountId: integer("account_id").notNull(),
    keyId: integer("key_id").notNull(),
    timestamp: integer("timestamp").notNull(),
    endpointId: integer("endpoint_id").notNull(),
    statusCode: integer("status_code").notNull(),
    responseTime: integer("response_time").notNull(),
    costMicros: integer("cost_micros").notNull(),
    tokensIn: integer("tokens_in").notNull(),
    tokensOut: integer("tokens_out").notNull(),
    modelId: integer("model_id").notNull().default(0),
    priceListId: integer("price_list_id"),
    /** JSON of a `Bill`. */
    priceLines: text("price_lines"),
    tokensCached: integer("tokens_cached").notNull().default(0),
    firstByte: integer("first_byte"),
    /** See `OUTCOMES`. */
    outcome: integer("outcome").notNull().default(0),
    estimated: integer("estimated", { mode: "boolean" }).notNull().default(false),
    holdMicros: integer("hold_micros"),
    /** What the plan paid. */
    planMicros: integer("plan_micros").notNull().default(0),
    /** The kind of `units` by `storedUnits`; 0 for a row without any, and for imported ones. */
    unit: integer("unit").notNull().default(0),
    units: integer("units").notNull().default(0),
    /** Taken from the balance; 0 for an imported row, whatever it costs. */
    billedMicros: integer("billed_micros").notNull().default(0),
    /** Who held the key; null while accounts have one person. */
    memberId: integer("member_id"),
  },
  (table) => [index("api_usage_account_time").on(table.accountId, table.timestamp)],
);

/** What the requests of a UTC day (since the epoch) took from an account's balance; kept for ever. */
export const usageDays = sqliteTable(
  "usage_days",
  {
    accountId: integer("account_id").notNull(),
    day: integer("day").notNull(),
    micros: integer("micros").notNull(),
    /** The part of it that is in the ledger, in so many transfers. */
    bookedMicros: integer("booked_micros").notNull().default(0),
    bookings: integer("bookings").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day] }),
    index("usage_days_open").on(table.day, table.accountId).where(sql`micros > booked_micros`),
    index("usage_days_open_account").on(table.accountId).where(sql`micros > booked_micros`),
    check("usage_days_booked", sql`booked_micros BETWEEN 0 AND micros`),
  ],
);

/** The last request of the newest batch that an account's object has posted. */
export const usageMarks = sqliteTable("usage_marks", {
  accountId: integer("account_id").primaryKey(),
  requestId: text("request_id").notNull(),
});

/** Accounts whose usage the database rejects, so that it only waits in their objects. */
export const rejectedUsage = sqliteTable("rejected_usage", {
  accountId: integer("account_id").primaryKey(),
  /** Epoch ms. */
  since: integer("since").notNull(),
});

/** One row. */
export const usageBooks = sqliteTable("usage_books", {
  one: integer("one").primaryKey(),
  /** Rows above this id are those of the transaction that is posting. */
  beforeId: integer("before_id").notNull(),
  /** The first UTC day whose usage is booked by day, since the epoch. */
  firstDay: integer("first_day").notNull(),
});
