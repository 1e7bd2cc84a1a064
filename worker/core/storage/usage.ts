import type { ResultSet } from "@libsql/client/web";
import { eq, inArray } from "drizzle-orm";
import { storedUnits } from "#core/domain/gateway/charged-units.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { normaliseEndpoint, type UsageRow } from "#core/domain/usage.ts";
import type { Database } from "./database.ts";
import { firstOf, type Read, rowsOf } from "./read.ts";
import { endpoints, models } from "./schema/usage.ts";
import { writeBatch } from "./write-batch.ts";

const ROWS_PER_BATCH = 1000;

/** models.id of rows without a model. */
const NO_MODEL_ID = 0;

const ADD_ENDPOINTS = `INSERT INTO endpoints (path) SELECT value FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
/** Ids are consecutive, because no name is ever deleted. */
const ADD_MODELS = `INSERT INTO models (name) SELECT value FROM json_each(?1)
  WHERE (SELECT max(id) FROM models) < ?2 ON CONFLICT DO NOTHING`;
/** `rows` and `endpoint` are SQL: the parameter and the path of its `value`. */
export const addRows = (
  rows: string,
  endpoint: string,
) => `INSERT INTO api_usage (request_id, account_id, key_id,
    timestamp, endpoint_id, status_code, response_time, cost_micros, tokens_in, tokens_out, model_id, price_list_id,
    price_lines, tokens_cached, first_byte, outcome, estimated, hold_micros, plan_micros, unit, units, billed_micros)
  SELECT value->>0, value->>1, value->>2, value->>3, (SELECT id FROM endpoints WHERE path = ${endpoint}), value->>5,
    value->>6, value->>7, value->>8, value->>9, coalesce((SELECT id FROM models WHERE name = value->>10), ${NO_MODEL_ID}),
    value->>11, value->>12, value->>13, value->>14, value->>15, value->>16, value->>17, value->>18, value->>19,
    value->>20, value->>21
  FROM json_each(${rows}) WHERE true
  ON CONFLICT (request_id) DO NOTHING`;
const ADD_ROWS = addRows("?1", "value->>4");

/** `:used`: [key id, epoch ms] each; a later time is kept. */
export const LAST_USED = `UPDATE api_keys SET last_used = used.value->>1 FROM json_each(:used) AS used
  WHERE api_keys.id = used.value->>0 AND coalesce(last_used, 0) < used.value->>1`;

/** Rows with a known request id are skipped. @returns the number of new rows. @throws on an invalid row. */
export async function insertUsage(db: Database, rows: readonly UsageRow[]): Promise<number> {
  let added = 0;
  for (let i = 0; i < rows.length; i += ROWS_PER_BATCH) {
    added += addedRows(await writeBatch(db, usageStatements(rows.slice(i, i + ROWS_PER_BATCH))));
  }
  return added;
}

/**
 * The first statements of a `writeBatch`; `addedRows` reads their results. One JSON value is five times as fast as
 * parameters.
 */
export function usageStatements(rows: readonly UsageRow[]) {
  const named = rows.map((row) => ({ ...row, endpoint: normaliseEndpoint(row.endpoint) }));
  return [
    addEndpoints(named.map(({ endpoint }) => endpoint)),
    addModels(rows),
    { sql: ADD_ROWS, args: [rowsJson(named)] },
  ];
}

export const addedRows = ([, , rows]: ResultSet[]): number => rows?.rowsAffected ?? 0;

export const addEndpoints = (paths: readonly string[]) => ({
  sql: ADD_ENDPOINTS,
  args: [JSON.stringify([...new Set(paths)])],
});

/** @param most with so many known models, rows with another one are stored without a model. */
export function addModels(rows: readonly UsageRow[], most = Number.MAX_SAFE_INTEGER) {
  const names = [...new Set(rows.flatMap(({ model }) => model ?? []))];
  return { sql: ADD_MODELS, args: [JSON.stringify(names), most] };
}

/** For `addRows`; the endpoints are stored as they are. */
export const rowsJson = (rows: readonly UsageRow[]): string => JSON.stringify(rows.map(values));

function values(usage: UsageRow) {
  const { requestId, accountId, keyId, timestamp, endpoint, statusCode, responseTime, costMicros } = usage;
  const times = [statusCode, responseTime, costMicros, usage.tokensIn, usage.tokensOut];
  return [requestId, accountId, keyId, timestamp, endpoint, ...times, ...newerValues(usage)];
}

function newerValues(usage: UsageRow) {
  const { priceLines = null } = usage;
  const { unit, units } = storedUnits(priceLines);
  return [
    usage.model ?? null,
    usage.priceListId ?? null,
    priceLines,
    usage.tokensCached ?? 0,
    usage.firstByteMs ?? null,
    usage.outcome ?? OUTCOMES.unknown,
    usage.estimated ? 1 : 0,
    usage.holdMicros ?? null,
    usage.planMicros ?? 0,
    unit,
    units,
    usage.billedMicros ?? 0,
  ];
}

/** The id of a stored path; null when no request was ever stored with it. */
export const findEndpointId = (db: Database, path: string): Read<number | null> =>
  firstOf(db, db.select({ id: endpoints.id }).from(endpoints).where(eq(endpoints.path, path))).map(
    (row) => row?.id ?? null,
  );

/** The ids of models; those that no request ever used have none. */
export function findModelIds(db: Database, names: readonly string[]): Read<number[]> {
  const known = db
    .select({ id: models.id })
    .from(models)
    .where(inArray(models.name, [...names]));
  return rowsOf(db, known).map((rows) => rows.map(({ id }) => id));
}
