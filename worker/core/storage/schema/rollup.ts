import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
const tokenSums = () => ({
  tokensIn: integer("tokens_in").notNull().default(0),
  tokensCached: integer("tokens_cached").notNull().default(0),
  tokensOut: integer("tokens_out").notNull().default(0),
});
const planSum = () => ({ planMicros: integer("plan_micros").notNull().default(0) });
/** What the balance paid: not what imported rows cost. */
const billedSum = () => ({ billedMicros: integer("billed_micros").notNull().default(0) });
const lateFigures = () => ({
  lateCostMicros: integer("late_cost_micros").notNull().default(0),
  lateBilledMicros: integer("late_billed_micros").notNull().default(0),
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
    ...billedSum(),
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
  {
    ...owner(),
    day: integer("day").notNull(),
    ...sums(),
    ...tallies(),
    ...tokenSums(),
    ...planSum(),
    ...billedSum(),
  },
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
    ...billedSum(),
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
});

export const usageRetention = sqliteTable("usage_retention", {
  name: text("name").primaryKey(),
  /** A UTC midnight, epoch ms: older rows may have been deleted, the others are complete. */
  retiredBefore: integer("retired_before").notNull(),
  /** The first account that may still have older rows; null when none has. */
  nextAccount: integer("next_account"),
});
