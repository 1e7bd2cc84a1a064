import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

const sums = () => ({
  requests: integer("requests").notNull(),
  errors: integer("errors").notNull(),
  responseTimeSum: integer("response_time_sum").notNull(),
  costMicros: integer("cost_micros").notNull(),
  /** Paid from the balance. Imported rows have a cost but nothing billed. */
  billedMicros: integer("billed_micros").notNull(),
  planMicros: integer("plan_micros").notNull(),
  tokensIn: integer("tokens_in").notNull(),
  tokensCached: integer("tokens_cached").notNull(),
  tokensOut: integer("tokens_out").notNull(),
});
/** An hour's sums from minute 30 on, for time zones with half-hour offsets. */
const lateSums = () => ({
  lateRequests: integer("late_requests").notNull(),
  lateErrors: integer("late_errors").notNull(),
  lateResponseTimeSum: integer("late_response_time_sum").notNull(),
  lateCostMicros: integer("late_cost_micros").notNull(),
  lateBilledMicros: integer("late_billed_micros").notNull(),
  lateTokensIn: integer("late_tokens_in").notNull(),
  lateTokensCached: integer("late_tokens_cached").notNull(),
  lateTokensOut: integer("late_tokens_out").notNull(),
});
/** `packed` is the length of `tally` (see domain/tally.ts) when it was last packed. */
const tallies = () => ({
  packed: integer("packed").notNull().default(0),
  tally: text("tally").notNull(),
});
/** Only rows whose tally is worth packing, so the index is nearly always empty. */
const LOOSE = sql`length("tally") > 256 + 2 * "packed"`;

/** The key of an hour's row. `unit` is the kind of its units (0 for none); `memberId` is the key's holder (0 for nobody). */
const grain = () => ({
  hour: integer("hour").notNull(),
  accountId: integer("account_id").notNull(),
  keyId: integer("key_id").notNull(),
  endpointId: integer("endpoint_id").notNull(),
  modelId: integer("model_id").notNull(),
  unit: integer("unit").notNull(),
  memberId: integer("member_id").notNull(),
});

/** The hour since the epoch comes first in the key, so that a chunk writes neighboring rows. */
export const hourlyUsage = sqliteTable(
  "hourly_usage",
  { ...grain(), ...sums(), ...lateSums(), quantity: integer("quantity").notNull(), ...tallies() },
  ({ hour, accountId, keyId, endpointId, modelId, unit, memberId }) => [
    primaryKey({ columns: [hour, accountId, keyId, endpointId, modelId, unit, memberId] }),
    index("hourly_usage_loose").on(accountId).where(LOOSE),
    index("hourly_usage_units").on(hour, accountId).where(sql`unit > 0`),
  ],
);

/** All of the account's usage in the hour. */
export const hourlySeries = sqliteTable(
  "hourly_series",
  {
    hour: integer("hour").notNull(),
    accountId: integer("account_id").notNull(),
    /** 1: `hourly_totals` has the hour's totals. 0: it has none that count. -1: likewise, and they are to be built. */
    totalled: integer("totalled").notNull().default(0),
    ...sums(),
    ...lateSums(),
    ...tallies(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.accountId] }),
    index("hourly_series_loose").on(table.accountId).where(LOOSE),
    index("hourly_series_due").on(table.hour, table.accountId).where(sql`totalled < 0`),
  ],
);

/** Hours that have many rows in `hourly_usage`, by key alone, by endpoint alone, and by model alone. */
export const hourlyTotals = sqliteTable(
  "hourly_totals",
  {
    hour: integer("hour").notNull(),
    accountId: integer("account_id").notNull(),
    /** 1 for keys, 2 for endpoints, 3 for models. */
    kind: integer("kind").notNull(),
    /** The key's, endpoint's or model's id. */
    id: integer("id").notNull(),
    ...sums(),
    ...lateSums(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.accountId, table.kind, table.id] })],
);

/** Days whose rows below are missing or older than their hours, so that the hours count. */
export const openDays = sqliteTable(
  "open_days",
  { day: integer("day").notNull(), accountId: integer("account_id").notNull() },
  (table) => [primaryKey({ columns: [table.day, table.accountId] })],
);

const dayOfKey = () => ({
  accountId: integer("account_id").notNull(),
  day: integer("day").notNull(),
  /** 0 for all keys together. */
  keyId: integer("key_id").notNull(),
});

/** By account first, because the days of an account are looked up here. For all keys the member is 0. */
export const dailySeries = sqliteTable(
  "daily_series",
  { ...dayOfKey(), memberId: integer("member_id").notNull(), ...sums(), ...tallies() },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.keyId, table.memberId] }),
    index("daily_series_loose").on(table.accountId).where(LOOSE),
  ],
);

export const dailyEndpoints = sqliteTable(
  "daily_endpoints",
  { ...dayOfKey(), endpointId: integer("endpoint_id").notNull(), ...sums() },
  (table) => [primaryKey({ columns: [table.day, table.accountId, table.keyId, table.endpointId] })],
);

export const dailyModels = sqliteTable(
  "daily_models",
  { ...dayOfKey(), modelId: integer("model_id").notNull(), ...sums() },
  (table) => [primaryKey({ columns: [table.day, table.accountId, table.keyId, table.modelId] })],
);

/** Only of requests that were charged by units, so most days have no rows. */
export const dailyUnits = sqliteTable(
  "daily_units",
  {
    ...dayOfKey(),
    endpointId: integer("endpoint_id").notNull(),
    modelId: integer("model_id").notNull(),
    unit: integer("unit").notNull(),
    quantity: integer("quantity").notNull(),
  },
  ({ day, accountId, keyId, endpointId, modelId, unit }) => [
    primaryKey({ columns: [day, accountId, keyId, endpointId, modelId, unit] }),
  ],
);

/** Rows by the grain of hours and by half hour, only during their transaction. */
export const rollupChunk = sqliteTable(
  "rollup_chunk",
  {
    ...grain(),
    /** 1 for the second half of the hour. */
    late: integer("late").notNull(),
    ...sums(),
    quantity: integer("quantity").notNull(),
    tally: text("tally").notNull(),
  },
  ({ hour, accountId, keyId, endpointId, modelId, unit, memberId, late }) => [
    primaryKey({ columns: [hour, accountId, keyId, endpointId, modelId, unit, memberId, late] }),
  ],
);

/** One row: the first hour that has not been checked for whether it needs totals. */
export const hourlyTotalsState = sqliteTable("hourly_totals_state", {
  one: integer("one").primaryKey(),
  nextHour: integer("next_hour").notNull(),
});

/** One row, `usage`: the last claim was the ids (prev_id, last_id]; last_id is the watermark. */
export const rollupState = sqliteTable("rollup_state", {
  name: text("name").primaryKey(),
  prevId: integer("prev_id").notNull(),
  lastId: integer("last_id").notNull(),
});

export const usageRetention = sqliteTable("usage_retention", {
  name: text("name").primaryKey(),
  /** A UTC midnight, epoch ms: older rows may have been deleted, the others are complete. */
  retiredBefore: integer("retired_before").notNull(),
  /** The first account that may still have older rows; null when none has. */
  nextAccount: integer("next_account"),
});
