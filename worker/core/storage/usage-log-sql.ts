import { z } from "zod";

const column = <Type extends z.ZodType>(sql: string, type: Type) => ({ sql, type });
const n = z.number();
const text = z.string().nullable();

/** The columns of a request in the log and in its receipt. */
const COLUMNS = {
  id: column("u.id", n),
  timestamp: column("u.timestamp", n),
  requestId: column("u.request_id", z.string()),
  statusCode: column("u.status_code", n),
  responseTime: column("u.response_time", n),
  tokensIn: column("u.tokens_in", n),
  tokensOut: column("u.tokens_out", n),
  costMicros: column("u.cost_micros", n),
  endpoint: column("e.path", text),
  keyPublicId: column("k.public_id", text),
  keyName: column("k.name", text),
  keyMask: column("k.mask", text),
  keyStatus: column("k.status", text),
  model: column("nullif(m.name, '')", text),
  outcome: column("u.outcome", n),
  estimated: column("u.estimated", n.transform(Boolean)),
  priceListId: column("u.price_list_id", n.nullable()),
  priceLines: column("u.price_lines", text),
  tokensCached: column("u.tokens_cached", n),
  firstByteMs: column("u.first_byte", n.nullable()),
  holdMicros: column("u.hold_micros", n.nullable()),
  planMicros: column("u.plan_micros", n),
};
type Columns = typeof COLUMNS;

const COLUMN_NAMES = Object.keys(COLUMNS);
const SHAPE = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, { type }]) => [name, type]),
  // Each name has the type of its column.
) as { [Name in keyof Columns]: Columns[Name]["type"] };

/** A row as `ITEM` selects it. */
export const usageLogRow = z
  .array(z.unknown())
  .transform((values) => Object.fromEntries(COLUMN_NAMES.map((name, i) => [name, values[i]])))
  .pipe(z.object(SHAPE));

/** A JSON array, because rows cost more in transport than in the query. */
const ITEM = `json_array(${Object.values(COLUMNS)
  .map(({ sql }) => sql)
  .join(", ")})`;
const NAMES = `LEFT JOIN endpoints AS e ON e.id = u.endpoint_id
  LEFT JOIN models AS m ON m.id = u.model_id
  LEFT JOIN api_keys AS k ON k.id = u.key_id AND k.account_id = u.account_id`;
const MATCHES = `(:key = 0 OR u.key_id = :key) AND (:endpoint = 0 OR u.endpoint_id = :endpoint)
  AND (:models = '[]' OR u.model_id IN (SELECT value FROM json_each(:models)))
  AND u.status_code BETWEEN :leastStatus AND :mostStatus`;
/** `+` keeps the planner from using this upper bound of the id instead of the other one. */
const ROLLED = "+u.id <= :rolled";

const STRETCHES = `stretches (n, fromTime, fromId, toTime, toId) AS MATERIALIZED (
  SELECT key, value->>0, value->>1, value->>2, value->>3 FROM json_each(:stretches))`;
// The two end instants are searched separately: a range would read all rows of an instant, however many there are.
const walk = (filter: string) => {
  const rows = `SELECT u.timestamp, u.id FROM api_usage AS u WHERE u.account_id = :account AND ${filter}`;
  return `${rows} AND u.timestamp = s.toTime AND u.id < s.toId AND u.id >= iif(s.fromTime = s.toTime, s.fromId, 0)
    UNION ALL ${rows} AND u.timestamp BETWEEN s.fromTime + 1 AND s.toTime - 1
    UNION ALL ${rows} AND s.fromTime < s.toTime AND u.timestamp = s.fromTime AND u.id >= s.fromId
    ORDER BY 1 DESC, 2 DESC`;
};

const OF_STRETCH = `SELECT json_group_array(id) FROM (${walk(`${ROLLED} AND ${MATCHES}`)} LIMIT :limit)`;
/** Reads stretch by stretch until there are enough; `seen`: ids before the last stretch. */
const FOUND = `found (n, ids, seen) AS (
  SELECT 0, '[]', 0
  UNION ALL SELECT found.n + 1, (${OF_STRETCH}), seen + json_array_length(ids)
  FROM found CROSS JOIN stretches AS s ON s.n = found.n WHERE seen + json_array_length(ids) < :limit)`;
/** `NOT INDEXED`: with the index on (account_id, timestamp) it would read all of the account's rows. */
const FRESH = `SELECT u.id FROM api_usage AS u NOT INDEXED
  WHERE u.id > :rolled AND u.id <= :newest AND u.account_id = :account AND ${MATCHES}
    AND (u.timestamp, u.id) >= (:fromTime, :fromId) AND (u.timestamp, u.id) < (:toTime, :toId)
  ORDER BY u.timestamp DESC, u.id DESC LIMIT :limit`;

export const LOG = `WITH RECURSIVE ${STRETCHES}, ${FOUND}, page (id) AS (
    SELECT value FROM found CROSS JOIN json_each(found.ids)
    UNION ALL SELECT id FROM (${FRESH}))
  SELECT json_group_array(json(item)) AS json FROM (
    SELECT ${ITEM} AS item FROM page CROSS JOIN api_usage AS u ON u.id = page.id ${NAMES}
    ORDER BY u.timestamp DESC, u.id DESC LIMIT :limit)`;

/** The position `:skip` rows into a stretch, or null; reads only the index. */
export const POSITION_IN = `WITH ${STRETCHES}
  SELECT (SELECT json_object('timestamp', timestamp, 'id', id)
    FROM (${walk(ROLLED)} LIMIT 1 OFFSET :skip)) AS json FROM stretches AS s`;

export const RECEIPT = `SELECT ${ITEM} AS json FROM api_usage AS u ${NAMES}
  WHERE u.request_id = :request AND u.account_id = :account`;

/**
 * First the one with exactly this ID, at any time; then, of the newest `:rows` rows within the times, those whose ID begins
 * so.
 */
export const BY_REQUEST_ID = `WITH recent (id, timestamp, request) AS (
    SELECT id, timestamp, request_id FROM api_usage WHERE account_id = :account AND timestamp BETWEEN :from AND :to
    ORDER BY timestamp DESC, id DESC LIMIT :rows),
  beginning (id) AS (
    SELECT id FROM recent WHERE request >= :beginning AND request < :beginning || char(0x10ffff)
    ORDER BY timestamp DESC, id DESC LIMIT :limit),
  found (id) AS (
    SELECT id FROM api_usage WHERE request_id = :whole AND account_id = :account UNION SELECT id FROM beginning)
  SELECT json_group_array(json(item)) AS json FROM (
    SELECT ${ITEM} AS item FROM found CROSS JOIN api_usage AS u ON u.id = found.id ${NAMES}
    ORDER BY u.request_id = :whole DESC, u.timestamp DESC, u.id DESC LIMIT :limit)`;

export const NEWEST_ID = "SELECT coalesce(max(id), 0) AS id FROM api_usage";
