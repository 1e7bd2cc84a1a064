export const CREATE = "INSERT INTO account (one, id, epoch, next_batch, terms) VALUES (1, ?, ?, 0, ?)";
const COLUMNS = `seq, request_id, key_id, steady, at, hold, covered, endpoint, state, status, response_time, cost,
  tokens_in, tokens_out, batch`;
/** In the order of admission. */
export const ALL = `SELECT ${COLUMNS} FROM request ORDER BY seq`;
export const OLDEST_BATCH = `SELECT ${COLUMNS} FROM request
  WHERE state = 1 AND batch = (SELECT min(batch) FROM request WHERE state = 1) ORDER BY seq`;
export const SPENT_UNPOSTED = `SELECT coalesce(sum(iif(state = 0, hold, cost)), 0) AS micros FROM request
  WHERE state < 2 AND key_id = ? AND at >= ? AND at < ?`;
export const ADMIT = `INSERT INTO request (seq, request_id, key_id, steady, at, hold, covered, endpoint, state)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`;
export const PROGRESS = `UPDATE request SET status = ?, response_time = ?, cost = ?, tokens_in = ?, tokens_out = ?
  WHERE seq = ? AND state = 0`;
export const SETTLE = `UPDATE request SET state = 1, status = ?, response_time = ?, cost = ?, tokens_in = ?,
  tokens_out = ?, batch = ? WHERE seq = ?`;

export type RequestRow = {
  /** Grows with each admission. */
  seq: number;
  request_id: string;
  key_id: number;
  /** When it was admitted, on a clock that never goes backwards; what the key's window is measured by. */
  steady: number;
  /** When it was admitted, epoch ms. */
  at: number;
  /** Micro-dollars. */
  hold: number;
  /** 1 for a request that the account's plan pays for. */
  covered: number;
  endpoint: string;
  state: number;
  status: number | null;
  response_time: number | null;
  cost: number | null;
  tokens_in: number | null;
  tokens_out: number | null;
  batch: number | null;
};
