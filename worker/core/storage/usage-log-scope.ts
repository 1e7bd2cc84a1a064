import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";

/** A place in the order of the log: by time, and of the same instant by arrival. Epoch ms. */
export interface Place {
  timestamp: number;
  /** api_usage.id */
  id: number;
}

export interface LogFilter {
  accountId: number;
  /** api_keys.id, or 0 for all keys of the account. */
  keyId: number;
  /** endpoints.id, or 0 for all endpoints. */
  endpointId: number;
  /** Status codes, both ends included. */
  status: { least: number; most: number };
}

export interface LogScope extends LogFilter {
  /** Epoch ms; no request before it. */
  from: number;
  /** Only requests that stand before this place, which are older ones. */
  before: Place;
  /** Only requests that arrived no later than the one with this id. */
  newest: number;
  limit: number;
}

/** How much one reading of the log may look at. */
export interface LogBounds {
  /** Raw rows of the account, but for the last hour's: that one may reach as far again. */
  rows: number;
  /** Rows of all accounts that are not rolled up yet. */
  fresh: number;
  /** Days whose hours are looked through. */
  days: number;
}
/** About 30 ms of the database's time. */
export const LOG_BOUNDS: LogBounds = { rows: 20_000, fresh: 100_000, days: 14 };

const STATUS_MAX = 999;
export const ANY_STATUS = { least: 0, most: STATUS_MAX };
export const SUCCESS = { least: 0, most: ERROR_STATUS_FROM - 1 };
export const ERROR = { least: ERROR_STATUS_FROM, most: STATUS_MAX };

export const isOneCode = ({ status }: LogFilter) => status.least === status.most;

export const isFiltered = ({ keyId, endpointId, status }: LogFilter) =>
  keyId !== 0 || endpointId !== 0 || status.least > ANY_STATUS.least || status.most < ANY_STATUS.most;
