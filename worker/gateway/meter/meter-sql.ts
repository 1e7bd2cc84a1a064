export const CREATE = "INSERT INTO account (one, id, next_batch, terms) VALUES (1, ?, 0, ?)";
export const ACCOUNT = "SELECT id, next_batch, terms, EXISTS (SELECT 1 FROM refusal) AS refused FROM account";
const COLUMNS = `seq, request_id, key_id, lineage, steady, at, hold, covered, value, endpoint, model, price_list,
  status, response_time, cost, tokens_in, tokens_out, tokens_cached, first_byte, outcome, estimated, price_lines, batch`;
/** libSQL has the batches before the account's next one: no row is written for that. */
const NEXT = "(SELECT next_batch FROM account)";
const WAITS = `state = 1 AND batch >= ${NEXT}`;
/** Holds for requests that libSQL isn't known to have. */
export const UNPOSTED_STATE = `(state = 0 OR ${WAITS})`;
/** In the order of admission. */
export const ALL = `SELECT ${COLUMNS}, iif(${UNPOSTED_STATE}, state, 2) AS state FROM request ORDER BY seq`;
export const OLDEST_BATCH = `SELECT ${COLUMNS}, state FROM request
  WHERE state = 1 AND batch = (SELECT min(batch) FROM request WHERE ${WAITS}) ORDER BY seq`;
/** The batch that a request joined, and earlier ones, as far as libSQL isn't known to have them. */
export const UP_TO = `SELECT max(batch) AS batch, count(*) AS rows, coalesce(sum(cost), 0) AS micros FROM request
  WHERE ${WAITS} AND batch <= (SELECT batch FROM request WHERE request_id = ? AND ${WAITS})`;
export const POSTED = "UPDATE account SET next_batch = coalesce(?, next_batch), terms = ?";
/** Those that no key's window counts any more, but never the last row: the sequence and the steady clock go on from it. */
export const DELETE_POSTED = `DELETE FROM request
  WHERE state > 0 AND batch < ${NEXT} AND steady < ? AND seq < ?`;
/** Of one lineage, or of all for NULL. */
export const UNPOSTED = `SELECT count(*) AS requests, coalesce(sum(value), 0) AS valueMicros,
    coalesce(sum(CASE WHEN state = 1 THEN cost WHEN covered THEN 0 ELSE hold END), 0) AS spentMicros
  FROM request WHERE ${UNPOSTED_STATE} AND (?1 IS NULL OR lineage = ?1) AND at >= ?2 AND at < ?3`;
export const ADMIT = `INSERT INTO request
    (seq, request_id, key_id, lineage, steady, at, hold, covered, value, endpoint, model, price_list, state)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;
const FACTS = `status = ?, response_time = ?, cost = ?, tokens_in = ?, tokens_out = ?, tokens_cached = ?, first_byte = ?,
  outcome = ?, estimated = ?, price_lines = ?`;
export const PROGRESS = `UPDATE request SET ${FACTS} WHERE seq = ? AND state = 0`;
export const SETTLE = `UPDATE request SET state = 1, ${FACTS}, value = ?, batch = ? WHERE seq = ?`;

export const REFUSALS = `SELECT key_id AS keyId, code, hour, epoch, requests, posted, since, last, before FROM refusal`;
export const SAVE_REFUSAL = `INSERT INTO refusal (key_id, code, hour, epoch, requests, posted, since, last, before)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET requests = excluded.requests, posted = excluded.posted,
    since = excluded.since, last = excluded.last, before = excluded.before`;
export const DELETE_REFUSAL = "DELETE FROM refusal WHERE key_id = ? AND code = ? AND hour = ?";

export type RequestRow = {
  /** Grows with each admission. */
  seq: number;
  request_id: string;
  key_id: number;
  /** First key of the rotations of its key. */
  lineage: number;
  /** Time of the admission on a clock that never goes backwards, which the key's window is measured by. */
  steady: number;
  /** Time of the admission, epoch ms. */
  at: number;
  /** Micro-dollars. */
  hold: number;
  /** 1 for a request that the account's plan pays for. */
  covered: number;
  /** Micro-dollars that the plan holds or, once the request is settled, paid. */
  value: number;
  endpoint: string;
  model: string | null;
  price_list: number | null;
  state: number;
  status: number | null;
  response_time: number | null;
  /** Once the request is settled, what the balance paid; before, the last reported price. */
  cost: number | null;
  tokens_in: number | null;
  tokens_out: number | null;
  tokens_cached: number | null;
  first_byte: number | null;
  outcome: number | null;
  estimated: number | null;
  price_lines: string | null;
  batch: number | null;
};

type Filled = "status" | "response_time" | "cost" | "tokens_in" | "tokens_out" | "batch";
export type SettledRow = Omit<RequestRow, Filled> & { [Column in Filled]: NonNullable<RequestRow[Column]> };
