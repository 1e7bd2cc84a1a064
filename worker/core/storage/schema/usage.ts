import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Paths as `normaliseEndpoint` gives them: a known list, so this stays small. */
export const endpoints = sqliteTable("endpoints", {
  id: integer("id").primaryKey(),
  path: text("path").notNull().unique(),
});

/**
 * One row per metered request; `id` is the arrival order and is never given out twice.
 * `account_id` is accounts.id and `key_id` is api_keys.id, unchecked: rows arrive in bulk from code that holds both.
 */
export const apiUsage = sqliteTable(
  "api_usage",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    requestId: text("request_id").notNull().unique(),
    accountId: integer("account_id").notNull(),
    keyId: integer("key_id").notNull(),
    /** Epoch milliseconds. */
    timestamp: integer("timestamp").notNull(),
    endpointId: integer("endpoint_id").notNull(),
    statusCode: integer("status_code").notNull(),
    /** Milliseconds. */
    responseTime: integer("response_time").notNull(),
    costMicros: integer("cost_micros").notNull(),
    tokensIn: integer("tokens_in").notNull(),
    tokensOut: integer("tokens_out").notNull(),
  },
  (table) => [index("api_usage_account_time").on(table.accountId, table.timestamp)],
);

const owner = () => ({
  accountId: integer("account_id").notNull(),
  /** 0 = all keys of the account. */
  keyId: integer("key_id").notNull(),
});
const sums = () => ({
  requests: integer("requests").notNull(),
  errors: integer("errors").notNull(),
  responseTimeSum: integer("response_time_sum").notNull(),
  costMicros: integer("cost_micros").notNull(),
});
/** The part of an hour's sums from its minute 30 on, for time zones half an hour off. */
const lateSums = () => ({
  lateRequests: integer("late_requests").notNull(),
  lateErrors: integer("late_errors").notNull(),
  lateResponseTimeSum: integer("late_response_time_sum").notNull(),
});
/** `tally`: see domain/tally.ts. `packed`: its length when it was last packed. */
const tallies = () => ({
  packed: integer("packed").notNull().default(0),
  tally: text("tally").notNull(),
});
/** Nearly always empty: it holds only the rows whose tally is worth packing. */
const LOOSE = sql`length("tally") > 256 + 2 * "packed"`;

/**
 * Hours and days are counted from the epoch in UTC. Time comes first in the keys: what a chunk of the roll-up adds to
 * then lies together, however many accounts it is of. Read these by the number of the hour or day, never by a range.
 */
export const hourlySeries = sqliteTable(
  "hourly_series",
  { ...owner(), hour: integer("hour").notNull(), ...sums(), ...lateSums(), ...tallies() },
  (table) => [
    primaryKey({ columns: [table.hour, table.accountId, table.keyId] }),
    index("hourly_series_loose").on(table.accountId).where(LOOSE),
  ],
);

/** The exception: it is also where the days of an account are looked for. */
export const dailySeries = sqliteTable(
  "daily_series",
  { ...owner(), day: integer("day").notNull(), ...sums(), ...tallies() },
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

/**
 * The claimed rows at their finest grain, while their transaction feeds the tables above; empty otherwise.
 * Its key is the order in which they are grouped: those tables then need no sorting of their own.
 */
export const rollupChunk = sqliteTable(
  "rollup_chunk",
  {
    hour: integer("hour").notNull(),
    accountId: integer("account_id").notNull(),
    keyId: integer("key_id").notNull(),
    endpointId: integer("endpoint_id").notNull(),
    ...sums(),
    ...lateSums(),
    tally: text("tally").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.accountId, table.keyId, table.endpointId] })],
);

/** One row, `usage`: the last claim was the ids (prev_id, last_id], and last_id is the watermark. */
export const rollupState = sqliteTable("rollup_state", {
  name: text("name").primaryKey(),
  prevId: integer("prev_id").notNull(),
  lastId: integer("last_id").notNull(),
});

/** One row, `usage`: what of `api_usage` may be gone. */
export const usageRetention = sqliteTable("usage_retention", {
  name: text("name").primaryKey(),
  /** Epoch ms, the beginning of a UTC day: rows before it may have been retired, those from it on are all there. */
  retiredBefore: integer("retired_before").notNull(),
  /** The first account that may still have rows from before then; null when none has. */
  nextAccount: integer("next_account"),
});
