import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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

/** Names of models that requests used; 0 stands for none, as in older and imported rows. */
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
    /** The kind of `units` by `storedUnits`; 0 for a row without any, and for older and imported ones. */
    unit: integer("unit").notNull().default(0),
    units: integer("units").notNull().default(0),
  },
  (table) => [index("api_usage_account_time").on(table.accountId, table.timestamp)],
);

const owner = () => ({
  accountId: integer("account_id").notNull(),
  keyId: integer("key_id").notNull(),
});
const sums = () => ({
  requests: integer("requests").notNull(),
  errors: integer("errors").notNull(),
  responseTimeSum: integer("response_time_sum").notNull(),
  costMicros: integer("cost_micros").notNull(),
});
/** An hour's sums from minute 30 on, for time zones with half-hour offsets. */
const lateSums = () => ({
  lateRequests: integer("late_requests").notNull(),
  lateErrors: integer("late_errors").notNull(),
  lateResponseTimeSum: integer("late_response_time_sum").notNull(),
});
// Code from before these columns leaves them at 0 until `figures_id` passes its rows.
const tokenSums = () => ({
  tokensIn: integer("tokens_in").notNull().default(0),
  tokensCached: integer("tokens_cached").notNull().default(0),
  tokensOut: integer("tokens_out").notNull().default(0),
});
const planSum = () => ({ planMicros: integer("plan_micros").notNull().default(0) });
const lateFigures = () => ({
  lateCostMicros: integer("late_cost_micros").notNull().default(0),
  lateTokensIn: integer("late_tokens_in").notNull().default(0),
  lateTokensCached: integer("late_tokens_cached").notNull().default(0),
  lateTokensOut: integer("late_tokens_out").notNull().default(0),
});
/** `packed` is the length of `tally` (see domain/tally.ts) when it was last packed. */
const tallies = () => ({
  packed: integer("packed").notNull().default(0),
  tally: text("tally").notNull(),
});
/** Only rows whose tally is worth packing, so the index is nearly always empty. */
const LOOSE = sql`length("tally") > 256 + 2 * "packed"`;

/** The hour or day since the epoch comes first in the key, so that a chunk writes neighboring rows. */
export const hourlySeries = sqliteTable(
  "hourly_series",
  {
    ...owner(),
    hour: integer("hour").notNull(),
    ...sums(),
    ...lateSums(),
    ...tallies(),
    ...tokenSums(),
    ...planSum(),
    ...lateFigures(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.accountId, table.keyId] }),
    index("hourly_series_loose").on(table.accountId).where(LOOSE),
  ],
);

/** The exception: also used to find the days of an account. */
export const dailySeries = sqliteTable(
  "daily_series",
  { ...owner(), day: integer("day").notNull(), ...sums(), ...tallies(), ...tokenSums(), ...planSum() },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.keyId] }),
    index("daily_series_loose").on(table.accountId).where(LOOSE),
  ],
);

export const hourlyEndpoints = sqliteTable(
  "hourly_endpoints",
  { ...owner(), hour: integer("hour").notNull(), endpointId: integer("endpoint_id").notNull(), ...sums() },
  (table) => [primaryKey({ columns: [table.hour, table.accountId, table.keyId, table.endpointId] })],
);

export const dailyEndpoints = sqliteTable(
  "daily_endpoints",
  { ...owner(), day: integer("day").notNull(), endpointId: integer("endpoint_id").notNull(), ...sums() },
  (table) => [primaryKey({ columns: [table.day, table.accountId, table.keyId, table.endpointId] })],
);

export const hourlyModels = sqliteTable(
  "hourly_models",
  {
    ...owner(),
    hour: integer("hour").notNull(),
    modelId: integer("model_id").notNull(),
    ...sums(),
    ...tokenSums(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.accountId, table.keyId, table.modelId] })],
);

export const dailyModels = sqliteTable(
  "daily_models",
  {
    ...owner(),
    day: integer("day").notNull(),
    modelId: integer("model_id").notNull(),
    ...sums(),
    ...tokenSums(),
  },
  (table) => [primaryKey({ columns: [table.day, table.accountId, table.keyId, table.modelId] })],
);

/** Only of requests that were charged by units, so most hours have no rows. */
const unitSums = () => ({
  endpointId: integer("endpoint_id").notNull(),
  modelId: integer("model_id").notNull(),
  unit: integer("unit").notNull(),
  quantity: integer("quantity").notNull(),
});

export const hourlyUnits = sqliteTable(
  "hourly_units",
  { ...owner(), hour: integer("hour").notNull(), ...unitSums() },
  ({ hour, accountId, keyId, endpointId, modelId, unit }) => [
    primaryKey({ columns: [hour, accountId, keyId, endpointId, modelId, unit] }),
  ],
);

export const dailyUnits = sqliteTable(
  "daily_units",
  { ...owner(), day: integer("day").notNull(), ...unitSums() },
  ({ day, accountId, keyId, endpointId, modelId, unit }) => [
    primaryKey({ columns: [day, accountId, keyId, endpointId, modelId, unit] }),
  ],
);

/** The claimed rows, only during their transaction. The key is in grouping order, so that the tables above need no sort. */
export const rollupChunk = sqliteTable(
  "rollup_chunk",
  {
    hour: integer("hour").notNull(),
    accountId: integer("account_id").notNull(),
    keyId: integer("key_id").notNull(),
    endpointId: integer("endpoint_id").notNull(),
    modelId: integer("model_id").notNull().default(0),
    ...sums(),
    ...lateSums(),
    tally: text("tally").notNull(),
    ...tokenSums(),
    ...planSum(),
    ...lateFigures(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.accountId, table.keyId, table.endpointId, table.modelId] }),
  ],
);

/** One row, `usage`: the last claim was the ids (prev_id, last_id]; last_id is the watermark. */
export const rollupState = sqliteTable("rollup_state", {
  name: text("name").primaryKey(),
  prevId: integer("prev_id").notNull(),
  lastId: integer("last_id").notNull(),
  /** Rows up to this id also have their tokens, models and plan in the roll-up; less than `last_id` after older code ran. */
  figuresId: integer("figures_id").notNull().default(0),
  /** Epoch ms: those figures may be missing before it, because raw rows were deleted too early. */
  figuresFrom: integer("figures_from").notNull().default(0),
  /** Rows up to this id also have their units in the roll-up; less than `last_id` after older code ran. */
  unitsId: integer("units_id").notNull().default(0),
});

export const usageRetention = sqliteTable("usage_retention", {
  name: text("name").primaryKey(),
  /** A UTC midnight, epoch ms: older rows may have been deleted, the others are complete. */
  retiredBefore: integer("retired_before").notNull(),
  /** The first account that may still have older rows; null when none has. */
  nextAccount: integer("next_account"),
});
